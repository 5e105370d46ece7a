-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "isInstallationAdmin" BOOLEAN NOT NULL DEFAULT false,
    "emailConfirmedAt" TIMESTAMP(3),
    "disabledAt" TIMESTAMP(3),
    "deletedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastSeenAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),
    "userAgent" TEXT,
    "source" TEXT,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Installation" (
    "id" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "teamsBy" TEXT NOT NULL DEFAULT 'everyone',

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "way" TEXT NOT NULL,
    "madeById" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MailCount" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "MailCount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SecretCheck" (
    "name" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "SecretCheck_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "TryCount" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "endsAtMs" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "TryCount_pkey" PRIMARY KEY ("kind","subject")
);

-- CreateTable
CREATE TABLE "AlertSetting" (
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "parameters" TEXT NOT NULL,
    "mutedUntil" TIMESTAMP(3),
    "changedBy" TEXT NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AlertSetting_pkey" PRIMARY KEY ("teamId","kind","subjectId")
);

-- CreateTable
CREATE TABLE "Alert" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "dedupeKey" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "firedAt" TIMESTAMP(3) NOT NULL,
    "recoveredAt" TIMESTAMP(3),
    "acknowledgedAt" TIMESTAMP(3),
    "acknowledgedBy" TEXT,
    "acknowledgeReason" TEXT,

    CONSTRAINT "Alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlertChannel" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "events" TEXT NOT NULL DEFAULT '["alert"]',
    "enabled" BOOLEAN NOT NULL,
    "confirmedAt" TIMESTAMP(3),
    "confirmHash" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "AlertChannel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlertDelivery" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "alertId" TEXT,
    "eventId" TEXT,
    "event" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "nextTryAt" TIMESTAMP(3),
    "lastProblem" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "sentAt" TIMESTAMP(3),

    CONSTRAINT "AlertDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "holderId" TEXT NOT NULL,
    "untilAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "place" INTEGER,
    "hash" TEXT,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditChain" (
    "teamId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "sealedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AuditChain_pkey" PRIMARY KEY ("teamId")
);

-- CreateTable
CREATE TABLE "AuditTally" (
    "key" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "more" INTEGER NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,
    "teamId" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "AuditTally_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Budget" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "scopeId" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "stops" BOOLEAN NOT NULL,
    "tellsAt" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,
    "stoppedAt" TIMESTAMP(3),
    "archivedAt" TIMESTAMP(3),

    CONSTRAINT "Budget_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BudgetPeriod" (
    "budgetId" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "teamId" TEXT NOT NULL,
    "settled" BIGINT NOT NULL,
    "reserved" BIGINT NOT NULL,

    CONSTRAINT "BudgetPeriod_pkey" PRIMARY KEY ("budgetId","startsAt")
);

-- CreateTable
CREATE TABLE "BudgetHold" (
    "attemptId" TEXT NOT NULL,
    "budgetId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "BudgetHold_pkey" PRIMARY KEY ("attemptId","budgetId")
);

-- CreateTable
CREATE TABLE "BudgetRaise" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "budgetId" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "askedById" TEXT NOT NULL,
    "askedByName" TEXT NOT NULL,
    "askedAt" TIMESTAMP(3) NOT NULL,
    "decidedById" TEXT,
    "decidedByName" TEXT,
    "decidedAt" TIMESTAMP(3),
    "endsAt" TIMESTAMP(3),

    CONSTRAINT "BudgetRaise_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SummedDay" (
    "teamId" TEXT NOT NULL,
    "fromQuarter" INTEGER NOT NULL,
    "toQuarter" INTEGER NOT NULL,
    "date" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "version" TEXT NOT NULL,

    CONSTRAINT "SummedDay_pkey" PRIMARY KEY ("teamId","fromQuarter")
);

-- CreateTable
CREATE TABLE "UnsummedQuarter" (
    "teamId" TEXT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,

    CONSTRAINT "UnsummedQuarter_pkey" PRIMARY KEY ("teamId","quarter")
);

-- CreateTable
CREATE TABLE "DaySum" (
    "teamId" TEXT NOT NULL,
    "fromQuarter" INTEGER NOT NULL,
    "grouping" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "within" TEXT NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" BIGINT NOT NULL,
    "newItems" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "frees" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "unknowns" INTEGER NOT NULL,
    "waitedMs" BIGINT NOT NULL,
    "latencyMs" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,

    CONSTRAINT "DaySum_pkey" PRIMARY KEY ("teamId","fromQuarter","grouping","value","within")
);

-- CreateTable
CREATE TABLE "StatementMonth" (
    "teamId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "endsAt" TIMESTAMP(3) NOT NULL,
    "closedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "StatementMonth_pkey" PRIMARY KEY ("teamId","month")
);

-- CreateTable
CREATE TABLE "Event" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "queuedAt" TIMESTAMP(3),

    CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ItemMark" (
    "teamId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "isStarred" BOOLEAN NOT NULL,
    "isHidden" BOOLEAN NOT NULL,
    "note" TEXT NOT NULL,
    "byName" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ItemMark_pkey" PRIMARY KEY ("teamId","itemId")
);

-- CreateTable
CREATE TABLE "Key" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyRef" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "sealed" TEXT,
    "reference" TEXT,
    "replacedAt" TIMESTAMP(3),
    "requestsPerSecond" INTEGER NOT NULL,
    "windowMs" INTEGER NOT NULL DEFAULT 1000,
    "rateSource" TEXT NOT NULL DEFAULT 'account',
    "plan" TEXT,
    "service" TEXT,
    "status" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "checkedAt" TIMESTAMP(3) NOT NULL,
    "isUnchecked" BOOLEAN NOT NULL DEFAULT false,
    "lastUsedAt" TIMESTAMP(3),
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Pepper" (
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "Pepper_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "environmentName" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "memberName" TEXT NOT NULL,
    "searchId" TEXT,
    "searchName" TEXT,
    "runId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "pageNumber" INTEGER NOT NULL,
    "reservedItems" INTEGER NOT NULL,
    "reservedNano" BIGINT,
    "priceNano" BIGINT,
    "state" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "openedAt" TIMESTAMP(3) NOT NULL,
    "principal" TEXT NOT NULL,
    "principalId" TEXT NOT NULL,
    "origin" TEXT NOT NULL,

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "attemptId" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "items" INTEGER NOT NULL,
    "priceNano" BIGINT,
    "chargeNano" BIGINT,
    "chargeSource" TEXT NOT NULL,
    "httpStatus" INTEGER,
    "reason" TEXT,
    "latencyMs" INTEGER,
    "waitedMs" INTEGER,
    "at" TIMESTAMP(3) NOT NULL,
    "quarter" INTEGER NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "principalId" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "openedQuarter" INTEGER NOT NULL,
    "newItems" INTEGER NOT NULL,

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Resolution" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "attemptId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "finding" TEXT NOT NULL,
    "items" INTEGER NOT NULL,
    "chargeNano" BIGINT,
    "proof" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "resolvedById" TEXT,
    "resolvedByName" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Resolution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Rollup" (
    "teamId" TEXT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "principalId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" INTEGER NOT NULL,
    "newItems" INTEGER NOT NULL,
    "chargeNano" BIGINT NOT NULL,
    "unpricedItems" INTEGER NOT NULL,
    "frees" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "unknowns" INTEGER NOT NULL,
    "waitedMs" BIGINT NOT NULL,
    "latencyMs" BIGINT NOT NULL,

    CONSTRAINT "Rollup_pkey" PRIMARY KEY ("teamId","quarter","walletId","keyId","environmentId","memberId","principal","principalId","searchId","operation","origin")
);

-- CreateTable
CREATE TABLE "WalletTotal" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "pages" BIGINT NOT NULL,
    "items" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "WalletTotal_pkey" PRIMARY KEY ("teamId","walletId","operation")
);

-- CreateTable
CREATE TABLE "ChargedItem" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,

    CONSTRAINT "ChargedItem_pkey" PRIMARY KEY ("teamId","walletId","day","kind","itemId")
);

-- CreateTable
CREATE TABLE "LostTotal" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "unresolved" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,

    CONSTRAINT "LostTotal_pkey" PRIMARY KEY ("teamId","walletId")
);

-- CreateTable
CREATE TABLE "DeletedCalls" (
    "teamId" TEXT NOT NULL,
    "fromQuarter" INTEGER NOT NULL,
    "toQuarter" INTEGER NOT NULL,
    "deletedUntil" TIMESTAMP(3) NOT NULL,
    "pages" BIGINT NOT NULL,
    "items" BIGINT NOT NULL,
    "newItems" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "frees" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "unknowns" BIGINT NOT NULL,
    "waitedMs" BIGINT NOT NULL,
    "latencyMs" BIGINT NOT NULL,
    "beganAt" TIMESTAMP(3) NOT NULL,
    "loggedAt" TIMESTAMP(3),

    CONSTRAINT "DeletedCalls_pkey" PRIMARY KEY ("teamId","fromQuarter")
);

-- CreateTable
CREATE TABLE "BalanceReading" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "balanceNano" BIGINT NOT NULL,
    "settledNano" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "expiringNano" BIGINT,
    "source" TEXT NOT NULL,
    "askedAt" TIMESTAMP(3) NOT NULL,
    "inFlight" INTEGER NOT NULL,
    "inFlightNano" BIGINT,
    "quietMs" INTEGER,
    "settlingMs" INTEGER,
    "byOperation" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "BalanceReading_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Price" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "priceNano" BIGINT NOT NULL,
    "perCallNano" BIGINT NOT NULL,
    "effectiveAt" TIMESTAMP(3) NOT NULL,
    "source" TEXT NOT NULL,
    "walletId" TEXT,
    "spreadNano" BIGINT,
    "observations" INTEGER,
    "setById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Instance" (
    "id" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,
    "stoppedAt" TIMESTAMP(3),
    "diedAt" TIMESTAMP(3),

    CONSTRAINT "Instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "KeySlot" (
    "keyRef" TEXT NOT NULL,
    "nextAtMicros" BIGINT NOT NULL,
    "pausedUntilMicros" BIGINT NOT NULL DEFAULT 0,
    "taken" BIGINT NOT NULL DEFAULT 0,
    "late" TEXT NOT NULL DEFAULT '',
    "writtenMicros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "KeySlot_pkey" PRIMARY KEY ("keyRef")
);

-- CreateTable
CREATE TABLE "TeamProvider" (
    "teamId" TEXT NOT NULL,
    "provider" TEXT,
    "isSandbox" BOOLEAN NOT NULL DEFAULT false,
    "overrides" TEXT NOT NULL,
    "changedBy" TEXT NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TeamProvider_pkey" PRIMARY KEY ("teamId")
);

-- CreateTable
CREATE TABLE "CountHabit" (
    "teamId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "kept" INTEGER NOT NULL,
    "leastCount" INTEGER NOT NULL DEFAULT 0,
    "breaches" INTEGER NOT NULL,
    "askedItems" INTEGER,
    "cameItems" INTEGER,
    "brokenAt" TIMESTAMP(3),
    "largest" INTEGER NOT NULL DEFAULT 0,
    "largestBefore" INTEGER NOT NULL DEFAULT 0,
    "largestFrom" TIMESTAMP(3),

    CONSTRAINT "CountHabit_pkey" PRIMARY KEY ("teamId","place")
);

-- CreateTable
CREATE TABLE "LookedUpUser" (
    "teamId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LookedUpUser_pkey" PRIMARY KEY ("teamId","service","handle")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "searchId" TEXT,
    "searchName" TEXT NOT NULL,
    "searchVersion" INTEGER,
    "isScheduled" BOOLEAN NOT NULL DEFAULT false,
    "streamId" TEXT,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "keyId" TEXT NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "environmentName" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "memberName" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "manner" TEXT NOT NULL DEFAULT 'page',
    "state" TEXT NOT NULL,
    "endReason" TEXT,
    "endNote" TEXT,
    "instanceId" TEXT,
    "cancelledAt" TIMESTAMP(3),
    "cancelledByName" TEXT,
    "nextSeq" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "capItems" INTEGER,
    "capNano" BIGINT,
    "untilAt" TIMESTAMP(3),
    "untilKnown" BOOLEAN NOT NULL DEFAULT false,
    "isBaseline" BOOLEAN NOT NULL DEFAULT false,
    "newItems" BIGINT NOT NULL DEFAULT 0,
    "reuseSeconds" INTEGER NOT NULL DEFAULT 0,
    "reusedPages" INTEGER NOT NULL DEFAULT 0,
    "reusedItems" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ResultPage" (
    "attemptId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "pageNumber" INTEGER NOT NULL,
    "itemCount" INTEGER NOT NULL,
    "packed" BYTEA,
    "sourceId" TEXT,
    "news" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ResultPage_pkey" PRIMARY KEY ("attemptId")
);

-- CreateTable
CREATE TABLE "Sighting" (
    "teamId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "streamId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Sighting_pkey" PRIMARY KEY ("teamId","itemId","streamId")
);

-- CreateTable
CREATE TABLE "Schedule" (
    "searchId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "activeFrom" INTEGER NOT NULL DEFAULT 0,
    "activeTo" INTEGER NOT NULL DEFAULT 1440,
    "activeDays" TEXT NOT NULL DEFAULT '1234567',
    "capItems" INTEGER NOT NULL,
    "capItemsDay" INTEGER NOT NULL,
    "untilKnown" BOOLEAN NOT NULL,
    "tellsAbove" INTEGER,
    "tellsQuietHours" INTEGER,
    "nextAt" TIMESTAMP(3),
    "openRunId" TEXT,
    "lastRunId" TEXT,
    "lastNewAt" TIMESTAMP(3),
    "lastNote" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "pausedAt" TIMESTAMP(3),
    "pausedBy" TEXT,
    "pausedNote" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("searchId")
);

-- CreateTable
CREATE TABLE "SavedSearch" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "shared" BOOLEAN NOT NULL,
    "keyChoice" TEXT NOT NULL DEFAULT 'environment',
    "environmentId" TEXT,
    "walletId" TEXT,
    "keyId" TEXT,
    "tags" TEXT NOT NULL DEFAULT '[]',
    "folded" TEXT NOT NULL,
    "reuseSeconds" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "streamId" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "SavedSearch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SearchVersion" (
    "teamId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "streamId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "createdByName" TEXT NOT NULL,

    CONSTRAINT "SearchVersion_pkey" PRIMARY KEY ("searchId","version")
);

-- CreateTable
CREATE TABLE "SearchPin" (
    "teamId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,

    CONSTRAINT "SearchPin_pkey" PRIMARY KEY ("memberId","searchId")
);

-- CreateTable
CREATE TABLE "Service" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "archivedAt" TIMESTAMP(3),

    CONSTRAINT "Service_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GatewayKey" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "serviceId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "requestsPerSecond" INTEGER,
    "tellsBudget" BOOLEAN NOT NULL DEFAULT false,
    "createdById" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "GatewayKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Team" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "keepsItemsDays" INTEGER,
    "itemsGoneUpTo" TIMESTAMP(3),
    "itemsGoneAt" TIMESTAMP(3),
    "keepsCallsMonths" INTEGER,
    "keepsCallsAt" TIMESTAMP(3),
    "example" TEXT,
    "stepsHiddenAt" TIMESTAMP(3),
    "currency" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "removedAt" TIMESTAMP(3),

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Invite" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "email" TEXT,
    "mailedHash" TEXT,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "acceptedAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "Invite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Environment" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Environment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Provisioned" (
    "id" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Provisioned_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "permissions" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UsageView" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsageView_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Wallet" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "pausedAt" TIMESTAMP(3),
    "thinnedTo" TIMESTAMP(3),

    CONSTRAINT "Wallet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WalletCheck" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "startedById" TEXT NOT NULL,
    "startedByName" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "steps" TEXT NOT NULL,
    "endedAt" TIMESTAMP(3),
    "outcome" TEXT,

    CONSTRAINT "WalletCheck_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TopUpCost" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "creditsNano" BIGINT NOT NULL,
    "costMicro" BIGINT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TopUpCost_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PackPrice" (
    "teamId" TEXT NOT NULL,
    "pack" TEXT NOT NULL,
    "creditsNano" BIGINT NOT NULL,
    "costMicro" BIGINT NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PackPrice_pkey" PRIMARY KEY ("teamId","pack")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_tokenHash_key" ON "PasswordReset"("tokenHash");

-- CreateIndex
CREATE INDEX "PasswordReset_userId_createdAt_idx" ON "PasswordReset"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "MailCount_key_at_idx" ON "MailCount"("key", "at");

-- CreateIndex
CREATE INDEX "MailCount_at_idx" ON "MailCount"("at");

-- CreateIndex
CREATE INDEX "TryCount_endsAtMs_idx" ON "TryCount"("endsAtMs");

-- CreateIndex
CREATE INDEX "Alert_teamId_firedAt_idx" ON "Alert"("teamId", "firedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Alert_teamId_dedupeKey_key" ON "Alert"("teamId", "dedupeKey");

-- CreateIndex
CREATE UNIQUE INDEX "AlertChannel_confirmHash_key" ON "AlertChannel"("confirmHash");

-- CreateIndex
CREATE INDEX "AlertChannel_teamId_idx" ON "AlertChannel"("teamId");

-- CreateIndex
CREATE INDEX "AlertDelivery_channelId_createdAt_idx" ON "AlertDelivery"("channelId", "createdAt");

-- CreateIndex
CREATE INDEX "AlertDelivery_state_nextTryAt_idx" ON "AlertDelivery"("state", "nextTryAt");

-- CreateIndex
CREATE INDEX "AlertDelivery_teamId_createdAt_idx" ON "AlertDelivery"("teamId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "AlertDelivery_channelId_alertId_event_key" ON "AlertDelivery"("channelId", "alertId", "event");

-- CreateIndex
CREATE UNIQUE INDEX "AlertDelivery_eventId_channelId_key" ON "AlertDelivery"("eventId", "channelId");

-- CreateIndex
CREATE INDEX "AuditEntry_teamId_at_idx" ON "AuditEntry"("teamId", "at");

-- CreateIndex
CREATE INDEX "AuditEntry_teamId_id_idx" ON "AuditEntry"("teamId", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_teamId_actorId_id_idx" ON "AuditEntry"("teamId", "actorId", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_place_id_idx" ON "AuditEntry"("place", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AuditEntry_teamId_place_key" ON "AuditEntry"("teamId", "place");

-- CreateIndex
CREATE INDEX "AuditTally_startsAt_idx" ON "AuditTally"("startsAt");

-- CreateIndex
CREATE INDEX "Budget_teamId_archivedAt_idx" ON "Budget"("teamId", "archivedAt");

-- CreateIndex
CREATE INDEX "BudgetPeriod_teamId_idx" ON "BudgetPeriod"("teamId");

-- CreateIndex
CREATE INDEX "BudgetHold_budgetId_idx" ON "BudgetHold"("budgetId");

-- CreateIndex
CREATE INDEX "BudgetRaise_teamId_budgetId_idx" ON "BudgetRaise"("teamId", "budgetId");

-- CreateIndex
CREATE INDEX "DaySum_teamId_fromQuarter_grouping_within_idx" ON "DaySum"("teamId", "fromQuarter", "grouping", "within");

-- CreateIndex
CREATE INDEX "Event_queuedAt_at_idx" ON "Event"("queuedAt", "at");

-- CreateIndex
CREATE INDEX "Event_teamId_idx" ON "Event"("teamId");

-- CreateIndex
CREATE INDEX "Key_walletId_idx" ON "Key"("walletId");

-- CreateIndex
CREATE UNIQUE INDEX "Key_teamId_keyRef_key" ON "Key"("teamId", "keyRef");

-- CreateIndex
CREATE INDEX "Attempt_teamId_state_idx" ON "Attempt"("teamId", "state");

-- CreateIndex
CREATE INDEX "Attempt_state_instanceId_idx" ON "Attempt"("state", "instanceId");

-- CreateIndex
CREATE INDEX "Attempt_teamId_openedAt_idx" ON "Attempt"("teamId", "openedAt");

-- CreateIndex
CREATE INDEX "Attempt_runId_idx" ON "Attempt"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerEntry_attemptId_key" ON "LedgerEntry"("attemptId");

-- CreateIndex
CREATE INDEX "LedgerEntry_teamId_at_idx" ON "LedgerEntry"("teamId", "at");

-- CreateIndex
CREATE INDEX "LedgerEntry_teamId_searchId_at_idx" ON "LedgerEntry"("teamId", "searchId", "at");

-- CreateIndex
CREATE INDEX "LedgerEntry_teamId_keyId_at_idx" ON "LedgerEntry"("teamId", "keyId", "at");

-- CreateIndex
CREATE INDEX "LedgerEntry_teamId_memberId_at_idx" ON "LedgerEntry"("teamId", "memberId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "Resolution_attemptId_key" ON "Resolution"("attemptId");

-- CreateIndex
CREATE INDEX "Resolution_teamId_walletId_at_idx" ON "Resolution"("teamId", "walletId", "at");

-- CreateIndex
CREATE INDEX "Rollup_teamId_walletId_quarter_idx" ON "Rollup"("teamId", "walletId", "quarter");

-- CreateIndex
CREATE INDEX "Rollup_teamId_keyId_quarter_idx" ON "Rollup"("teamId", "keyId", "quarter");

-- CreateIndex
CREATE INDEX "Rollup_teamId_environmentId_quarter_idx" ON "Rollup"("teamId", "environmentId", "quarter");

-- CreateIndex
CREATE INDEX "Rollup_teamId_memberId_quarter_idx" ON "Rollup"("teamId", "memberId", "quarter");

-- CreateIndex
CREATE INDEX "Rollup_teamId_principal_principalId_quarter_idx" ON "Rollup"("teamId", "principal", "principalId", "quarter");

-- CreateIndex
CREATE INDEX "Rollup_teamId_searchId_quarter_idx" ON "Rollup"("teamId", "searchId", "quarter");

-- CreateIndex
CREATE INDEX "Rollup_teamId_operation_quarter_idx" ON "Rollup"("teamId", "operation", "quarter");

-- CreateIndex
CREATE INDEX "ChargedItem_day_idx" ON "ChargedItem"("day");

-- CreateIndex
CREATE INDEX "BalanceReading_teamId_walletId_at_balanceNano_idx" ON "BalanceReading"("teamId", "walletId", "at", "balanceNano");

-- CreateIndex
CREATE INDEX "Price_teamId_operation_effectiveAt_idx" ON "Price"("teamId", "operation", "effectiveAt");

-- CreateIndex
CREATE INDEX "Run_teamId_startedAt_idx" ON "Run"("teamId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_teamId_searchId_startedAt_idx" ON "Run"("teamId", "searchId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_teamId_searchId_memberId_startedAt_idx" ON "Run"("teamId", "searchId", "memberId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_teamId_memberId_startedAt_idx" ON "Run"("teamId", "memberId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_teamId_state_startedAt_idx" ON "Run"("teamId", "state", "startedAt");

-- CreateIndex
CREATE INDEX "Run_teamId_isScheduled_endedAt_idx" ON "Run"("teamId", "isScheduled", "endedAt");

-- CreateIndex
CREATE INDEX "Run_streamId_idx" ON "Run"("streamId");

-- CreateIndex
CREATE INDEX "Run_state_instanceId_idx" ON "Run"("state", "instanceId");

-- CreateIndex
CREATE INDEX "ResultPage_teamId_at_idx" ON "ResultPage"("teamId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "ResultPage_runId_pageNumber_key" ON "ResultPage"("runId", "pageNumber");

-- CreateIndex
CREATE INDEX "Schedule_teamId_idx" ON "Schedule"("teamId");

-- CreateIndex
CREATE INDEX "Schedule_nextAt_idx" ON "Schedule"("nextAt");

-- CreateIndex
CREATE INDEX "SavedSearch_teamId_deletedAt_idx" ON "SavedSearch"("teamId", "deletedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Service_teamId_name_key" ON "Service"("teamId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "GatewayKey_tokenHash_key" ON "GatewayKey"("tokenHash");

-- CreateIndex
CREATE INDEX "GatewayKey_teamId_serviceId_idx" ON "GatewayKey"("teamId", "serviceId");

-- CreateIndex
CREATE INDEX "GatewayKey_keyId_idx" ON "GatewayKey"("keyId");

-- CreateIndex
CREATE UNIQUE INDEX "Team_slug_key" ON "Team"("slug");

-- CreateIndex
CREATE INDEX "Member_userId_idx" ON "Member"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Member_teamId_userId_key" ON "Member"("teamId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Invite_tokenHash_key" ON "Invite"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Invite_mailedHash_key" ON "Invite"("mailedHash");

-- CreateIndex
CREATE INDEX "Invite_teamId_idx" ON "Invite"("teamId");

-- CreateIndex
CREATE UNIQUE INDEX "Environment_teamId_name_key" ON "Environment"("teamId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_teamId_createdAt_idx" ON "ApiToken"("teamId", "createdAt");

-- CreateIndex
CREATE INDEX "UsageView_teamId_createdAt_idx" ON "UsageView"("teamId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Wallet_teamId_name_key" ON "Wallet"("teamId", "name");

-- CreateIndex
CREATE INDEX "WalletCheck_teamId_walletId_idx" ON "WalletCheck"("teamId", "walletId");

-- CreateIndex
CREATE INDEX "TopUpCost_teamId_walletId_at_idx" ON "TopUpCost"("teamId", "walletId", "at");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Key" ADD CONSTRAINT "Key_walletId_fkey" FOREIGN KEY ("walletId") REFERENCES "Wallet"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Resolution" ADD CONSTRAINT "Resolution_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Indexes of some rows alone, which the models cannot declare: few rows fit, and pages look for just those.
CREATE INDEX "LedgerEntry_missed_idx" ON "LedgerEntry"("teamId", "outcome", "at") WHERE "outcome" <> 'SETTLED';
CREATE INDEX "LedgerEntry_late_idx" ON "LedgerEntry"("teamId", "quarter", "openedQuarter")
  WHERE "openedQuarter" <> "quarter";
CREATE INDEX "BalanceReading_clean_idx" ON "BalanceReading"("teamId", "walletId", "at")
  WHERE "inFlight" = 0 AND ("quietMs" IS NULL OR "settlingMs" IS NULL OR "quietMs" >= "settlingMs");
CREATE INDEX "Attempt_lost_of_run_idx" ON "Attempt"("teamId", "runId") WHERE "state" = 'UNKNOWN';
CREATE INDEX "Attempt_lost_idx" ON "Attempt"("teamId", "id") WHERE "state" = 'UNKNOWN';
CREATE INDEX "Attempt_unknown_idx" ON "Attempt"("teamId", "walletId", "openedAt", "reservedItems")
  WHERE "state" = 'UNKNOWN';
CREATE INDEX "Alert_open_idx" ON "Alert"("teamId", "firedAt") WHERE "recoveredAt" IS NULL;
CREATE INDEX "Alert_acknowledged_idx" ON "Alert"("teamId", "kind", "firedAt") WHERE "acknowledgedAt" IS NOT NULL;

-- These rows are changed often and in no indexed column: room in the page keeps a change off the indexes.
ALTER TABLE "Rollup" SET (fillfactor = 70);
ALTER TABLE "WalletTotal" SET (fillfactor = 20);
ALTER TABLE "UnsummedQuarter" SET (fillfactor = 20);
