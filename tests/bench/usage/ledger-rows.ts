import { MAX_RUN_PAGES, PAUSE_MS, type PlannedRun } from './shape'
import { type MadeTeam, PRICES } from './team-rows'
import type { Writer } from './writer'

/** Ids of runs, attempts, entries and resolutions, distinguished by kind. */
const [RUN, ATTEMPT, ENTRY, RESOLUTION] = [1, 2, 3, 4]
const RUNS_AT_ONCE = 20_000

/** Of a thousand calls: settled, answered 429, not sent. The rest is unknown. */
const [SETTLED, REFUSED, UNSENT] = [970, 990, 998]

/** Tables from which the statements below take names; dropped at the end. */
export async function makeSources(writer: Writer, team: MadeTeam): Promise<void> {
  await writer.run(`CREATE TABLE bench_plan (run BIGINT PRIMARY KEY, startms BIGINT, pages BIGINT, search BIGINT,
    member BIGINT, pick BIGINT, scheduled BIGINT)`)
  await writer.run('CREATE TABLE bench_number (i BIGINT PRIMARY KEY)')
  await writer.run('CREATE TABLE bench_member (place BIGINT PRIMARY KEY, id TEXT, name TEXT)')
  await writer.run(`CREATE TABLE bench_key (environmentid TEXT, pick BIGINT, id TEXT, prefix TEXT, walletid TEXT,
    environmentname TEXT, others BIGINT, PRIMARY KEY (environmentid, pick))`)
  await writer.run(`CREATE TABLE bench_search (place BIGINT PRIMARY KEY, id TEXT, name TEXT, operation TEXT, subject TEXT,
    product TEXT, streamid TEXT, environmentid TEXT, ownerid TEXT, ownername TEXT, firstprice BIGINT, laterprice BIGINT,
    others BIGINT)`)
  const nameOf = new Map(team.members.map(({ id, name }) => [id, name]))
  const keysOf = (environmentId: string) => team.keys.filter((key) => key.environmentId === environmentId)
  await writer.put(
    'bench_number',
    Array.from({ length: MAX_RUN_PAGES }, (_, i) => ({ i: i + 1 })),
  )
  await writer.put(
    'bench_member',
    team.members.map(({ id, name }, place) => ({ place, id, name })),
  )
  await writer.put(
    'bench_key',
    [...new Set(team.keys.map(({ environmentId }) => environmentId))].flatMap((environmentid) =>
      keysOf(environmentid).map(({ id, prefix, walletId, environmentName }, pick) => ({
        ...{ environmentid, pick, id, prefix, walletid: walletId, environmentname: environmentName },
      })),
    ),
  )
  await writer.put(
    'bench_search',
    team.searches.map(({ id, name, operation, subject, streamId, environmentId, ownerId }, place) => ({
      ...{ place, id, name, operation, subject, streamid: streamId, environmentid: environmentId },
      ...{ ownerid: ownerId, ownername: nameOf.get(ownerId) ?? '', others: keysOf(environmentId).length },
      product: operation === 'search' ? 'Latest' : null,
      ...{ firstprice: PRICES[operation][0], laterprice: PRICES[operation][1] },
    })),
  )
}

export async function dropSources(writer: Writer): Promise<void> {
  for (const name of ['plan', 'number', 'member', 'key', 'search', 'call'])
    await writer.run(`DROP TABLE bench_${name}`)
}

/** Inserts the runs, their attempts and entries. Returns their number. `middle`: when prices change. */
export async function makeLedger(
  writer: Writer,
  team: MadeTeam,
  plan: Iterable<PlannedRun>,
  middle: number,
  tell: (entries: number) => void,
): Promise<void> {
  await writer.run(createCalls)
  let [some, done]: [PlannedRun[], number] = [[], 0]
  const flush = async () => {
    await writer.run('DELETE FROM bench_plan')
    await writer.put('bench_plan', some)
    await writer.run('DELETE FROM bench_call')
    await writer.run(fillCalls(middle))
    for (const text of [attempts, entries, resolutions, runs]) await writer.run(text(writer, team))
    done += some.reduce((sum, { pages }) => sum + pages, 0)
    some = []
    tell(done)
  }
  for (const run of plan) {
    some.push(run)
    if (some.length === RUNS_AT_ONCE) await flush()
  }
  await flush()
}

const CALL = `number BIGINT, run BIGINT, page BIGINT, startms BIGINT, opened BIGINT, ended BIGINT, search BIGINT,
  scheduled BIGINT, memberid TEXT, membername TEXT, keyid TEXT, keyprefix TEXT, walletid TEXT, environmentid TEXT,
  environmentname TEXT, price BIGINT, outcome TEXT, items BIGINT, luck BIGINT`
const createCalls = `CREATE TABLE bench_call (${CALL})`

const fillCalls = (middle: number): string => `
  INSERT INTO bench_call
  SELECT p.run * 32 + p.i, p.run, p.i, p.startms, p.opened, p.opened + 80 + p.luck % 400, p.search, p.scheduled,
    CASE WHEN p.scheduled = 1 THEN s.ownerid ELSE m.id END, CASE WHEN p.scheduled = 1 THEN s.ownername ELSE m.name END,
    k.id, k.prefix, k.walletid, k.environmentid, k.environmentname,
    CASE WHEN p.opened < ${middle} THEN s.firstprice ELSE s.laterprice END,
    CASE WHEN p.luck < ${SETTLED} THEN 'SETTLED' WHEN p.luck < ${UNSENT} THEN 'FREE' ELSE 'UNKNOWN' END,
    CASE WHEN p.luck < ${SETTLED} THEN 10 + p.luck % 11 ELSE 0 END, p.luck
  FROM (SELECT q.*, n.i, q.startms + (n.i - 1) * ${PAUSE_MS} AS opened, (q.run * 7919 + n.i * 104729) % 1000 AS luck
    FROM bench_plan q JOIN bench_number n ON n.i <= q.pages) p
  JOIN bench_search s ON s.place = p.search JOIN bench_member m ON m.place = p.member
  JOIN bench_key k ON k.environmentid = s.environmentid AND k.pick = p.pick % s.others
  ORDER BY p.run, p.i`

const FROM = 'FROM bench_call c JOIN bench_search s ON s.place = c.search'
const runId = (w: Writer) => w.uuid(RUN, 'c.startms', 'c.run')
const attemptId = (w: Writer) => w.uuid(ATTEMPT, 'c.opened', 'c.number')

const PRINCIPAL = `CASE WHEN c.scheduled = 1 THEN 'schedule' ELSE 'member' END`
const PRINCIPAL_ID = 'CASE WHEN c.scheduled = 1 THEN s.id ELSE c.memberid END'

const attempts = (w: Writer, { id }: MadeTeam): string => `
  INSERT INTO "Attempt" ("id", "teamId", "walletId", "keyId", "keyPrefix", "environmentId", "environmentName", "memberId",
    "memberName", "searchId", "searchName", "runId", "operation", "pageNumber", "reservedItems", "reservedNano",
    "priceNano", "state", "instanceId", "openedAt", "principal", "principalId", "origin")
  SELECT ${attemptId(w)}, '${id}', c.walletid, c.keyid, c.keyprefix, c.environmentid, c.environmentname, c.memberid,
    c.membername, s.id, s.name, ${runId(w)}, s.operation, c.page, 100, c.price * 100,
    c.price, c.outcome, '${id}', ${w.moment('c.opened')}, ${PRINCIPAL}, ${PRINCIPAL_ID}, 'search' ${FROM}`

const entries = (w: Writer, { id }: MadeTeam): string => `
  INSERT INTO "LedgerEntry" ("id", "teamId", "attemptId", "outcome", "items", "newItems", "priceNano", "chargeNano",
    "chargeSource", "httpStatus", "reason", "latencyMs", "waitedMs", "at", "quarter", "openedQuarter", "walletId", "keyId",
    "environmentId", "memberId", "searchId", "runId", "operation", "principal", "principalId", "origin")
  SELECT ${w.uuid(ENTRY, 'c.ended', 'c.number')}, '${id}', ${attemptId(w)}, c.outcome, c.items,
    c.items - c.items * (c.luck % 4) / 4, ${settledOnly('c.price')}, ${settledOnly('c.price * c.items')},
    CASE WHEN c.outcome = 'SETTLED' THEN 'price' ELSE 'none' END,
    CASE WHEN c.outcome = 'SETTLED' THEN 200 WHEN c.luck < ${REFUSED} THEN 429 END,
    CASE WHEN c.outcome = 'UNKNOWN' THEN 'The connection was lost after the call was sent.'
      WHEN c.luck >= ${REFUSED} THEN 'The call was not sent.'
      WHEN c.luck >= ${SETTLED} THEN 'The API answered 429.' END,
    80 + c.luck % 400, c.luck % 50, ${w.moment('c.ended')}, c.ended / 900000, c.opened / 900000, c.walletid, c.keyid,
    c.environmentid, c.memberid, s.id, ${runId(w)}, s.operation, ${PRINCIPAL}, ${PRINCIPAL_ID}, 'search' ${FROM}`

const settledOnly = (value: string): string => `CASE WHEN c.outcome = 'SETTLED' THEN ${value} END`

/** Returns the statement that resolves four of five unknown calls as not charged. */
const resolutions = (w: Writer, { id }: MadeTeam): string => `
  INSERT INTO "Resolution" ("id", "teamId", "attemptId", "walletId", "finding", "items", "proof", "note",
    "resolvedByName", "at")
  SELECT ${w.uuid(RESOLUTION, 'c.ended', 'c.number')}, '${id}', ${attemptId(w)}, c.walletid, 'uncharged', 0,
    'readings', 'The balance did not change.', 'Purser', ${w.moment('c.ended + 600000')} ${FROM}
  WHERE c.outcome = 'UNKNOWN' AND c.number % 5 <> 0`

const REASONS = ['last_page', 'last_page', 'last_page', 'cap_reached', 'nothing_new', 'problem']

const runs = (w: Writer, { id }: MadeTeam): string => `
  INSERT INTO "Run" ("id", "teamId", "searchId", "searchName", "searchVersion", "isScheduled", "streamId", "operation",
    "subject", "product", "keyId", "keyPrefix", "environmentId", "environmentName", "memberId", "memberName", "shared",
    "manner", "state", "endReason", "nextSeq", "pages", "items", "chargeNano", "unpricedItems", "newItems", "startedAt",
    "endedAt")
  SELECT ${runId(w)}, '${id}', s.id, s.name, 1, c.scheduled = 1, s.streamid, s.operation,
    s.subject, s.product, c.keyid, c.keyprefix, c.environmentid, c.environmentname, c.memberid, c.membername, TRUE,
    'background', 'ENDED', CASE c.run % ${REASONS.length} ${REASONS.map((reason, place) => `WHEN ${place} THEN '${reason}'`).join(' ')} END,
    c.page + 1, c.pages, c.items, c.charged, 0, c.newitems, ${w.moment('c.startms')}, ${w.moment('c.ended')}
  FROM (SELECT run, startms, search, scheduled, memberid, membername, keyid, keyprefix, walletid, environmentid,
      environmentname, MAX(page) AS page, MAX(ended) AS ended, SUM(items) AS items, SUM(price * items) AS charged,
      SUM(items - items * (luck % 4) / 4) AS newitems, COUNT(CASE WHEN outcome = 'SETTLED' THEN 1 END) AS pages
    FROM bench_call GROUP BY run, startms, search, scheduled, memberid, membername, keyid, keyprefix, walletid,
      environmentid, environmentname) c
  JOIN bench_search s ON s.place = c.search ORDER BY c.run`
