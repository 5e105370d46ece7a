-- CreateIndex
CREATE INDEX "AuditEntry_teamId_actorId_id_idx" ON "AuditEntry"("teamId", "actorId", "id");
