import type { DirectSql } from '@/lib/platform/db'

/** Slots of a key, at equal gaps from the first. Milliseconds since 1970 by the database's clock. */
export interface TakenSlots {
  readonly firstMs: number
  /** The database's clock at the claim. */
  readonly nowMs: number
}

export interface SlotsWanted {
  readonly gapMs: number
  readonly count: number
  /** How long before the database's now the first may lie; negative: at least this long after it. */
  readonly catchUpMs: number
}

export interface SlotMove {
  readonly byMs: number
  /** Milliseconds since 1970 by the database's clock. */
  readonly until: number
}

/** Where the processes that share a key claim its slots. All verbs throw if the database fails or is slow. */
export interface SlotStore {
  take(keyRef: string, wanted: SlotsWanted): Promise<TakenSlots>
  /** Moves all unclaimed slots on, unless the next of them lies after `until`: then it returns false. */
  move(keyRef: string, by: SlotMove): Promise<boolean>
  /** No slot lies within the next milliseconds of this number. */
  pause(keyRef: string, forMs: number): Promise<void>
}

const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000000)::bigint'
// A moment further away than this was written before the database's clock was set back.
const FARTHEST = 60_000_000

const known = (column: string): string =>
  `CASE WHEN slot."${column}" > ${CLOCK} + ${FARTHEST} THEN 0 ELSE slot."${column}" END`

// The row is locked as briefly as possible: nobody misses a slot that a database crash loses.
const QUICKLY = "set_config('synchronous_commit', 'off', true)"

const TAKE = `
  INSERT INTO "KeySlot" AS slot ("keyRef", "nextAtMicros") VALUES ($1, ${CLOCK} - least(0, $3::bigint) + $2::bigint)
  ON CONFLICT ("keyRef") DO UPDATE SET "nextAtMicros" = greatest(
    ${known('nextAtMicros')}, ${known('pausedUntilMicros')}, ${CLOCK} - $3::bigint
  ) + $2::bigint
  RETURNING "nextAtMicros" - $2::bigint AS first, ${CLOCK} AS now, ${QUICKLY}`

const MOVE = `
  UPDATE "KeySlot" SET "nextAtMicros" = "nextAtMicros" + $2::bigint
  WHERE "keyRef" = $1 AND "nextAtMicros" <= $3::bigint AND "pausedUntilMicros" <= ${CLOCK}
  RETURNING ${QUICKLY}`

const PAUSE = `
  INSERT INTO "KeySlot" AS slot ("keyRef", "nextAtMicros", "pausedUntilMicros")
  VALUES ($1, ${CLOCK}, ${CLOCK} + $2::bigint)
  ON CONFLICT ("keyRef") DO UPDATE SET "pausedUntilMicros" = greatest(
    ${known('pausedUntilMicros')}, ${CLOCK} + $2::bigint
  )
  RETURNING ${QUICKLY}`

/** The rows of KeySlot, one per key. A process claims slots by moving the row on by as many gaps, in one statement. */
export const slotStore = (sql: DirectSql): SlotStore => ({
  async take(keyRef, { gapMs, count, catchUpMs }) {
    const [row] = await sql.query(TAKE, [keyRef, micros(gapMs * count), micros(catchUpMs)])
    return { firstMs: Number(row?.first) / 1000, nowMs: Number(row?.now) / 1000 }
  },
  async move(keyRef, { byMs, until }) {
    const moved = await sql.query(MOVE, [keyRef, micros(byMs), micros(until)])
    return moved.length > 0
  },
  async pause(keyRef, forMs) {
    await sql.query(PAUSE, [keyRef, micros(forMs)])
  },
})

const micros = (ms: number): number => Math.round(ms * 1000)
