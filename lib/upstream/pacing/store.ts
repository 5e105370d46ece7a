import type { Clock } from '@/lib/kernel'
import type { Db, DirectSql } from '@/lib/platform/db'

/** Slots of a key, at equal gaps from the first. Times are milliseconds since 1970 by the database's clock. */
export interface ClaimedSlots {
  readonly firstMs: number
  /** Time by the database's clock at the claim. */
  readonly nowMs: number
  /** Number of the first slot among all that were ever claimed for the key. */
  readonly number: number
  /** The last calls of all processes that left late. */
  readonly late: readonly LateCall[]
}

/** A call that left so late after its slot that a later one must wait for it. */
export interface LateCall {
  /** Number of its slot. */
  readonly number: number
  /** Moment before which the call must wait that would be one more than a window may hold; clock as in `ClaimedSlots`. */
  readonly until: number
}

export interface SlotClaimRequest {
  readonly gapMs: number
  readonly count: number
  /** Time by which the first slot may precede the database's now. Negative: at least this long after it. */
  readonly catchUpMs: number
}

/** The place where processes that share a key claim its slots. All methods throw if the database fails or is slow. */
export interface SlotStore {
  take(keyRef: string, wanted: SlotClaimRequest): Promise<ClaimedSlots>
  /**
   * Records a late call. Returns false if the key is paused, or if as many slots as `maxTaken` are claimed, when it
   * is too late.
   */
  noteLate(keyRef: string, call: LateCall, maxTaken: number): Promise<boolean>
  /** Keeps slots out of the next `forMs` milliseconds. */
  pause(keyRef: string, forMs: number): Promise<void>
}

const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000000)::bigint'

/**
 * Reads a column, or 0 from a row that was written later than now: the database's clock was set back since, so its
 * moments mean nothing.
 */
const known = (column: string): string =>
  `CASE WHEN slot."writtenMicros" > ${CLOCK} + 1000000 THEN 0 ELSE slot."${column}" END`

// Asynchronous commit keeps the row's lock as short as possible; nobody misses a slot that a database crash loses.
const QUICKLY = "set_config('synchronous_commit', 'off', true)"

const TAKE = `
  INSERT INTO "KeySlot" AS slot ("keyRef", "nextAtMicros", "taken", "writtenMicros")
  VALUES ($1, ${CLOCK} - least(0, $3::bigint) + $2::bigint, $4::bigint, ${CLOCK})
  ON CONFLICT ("keyRef") DO UPDATE SET
    "nextAtMicros" = greatest(
      ${known('nextAtMicros')}, ${known('pausedUntilMicros')}, ${CLOCK} - $3::bigint
    ) + $2::bigint,
    "pausedUntilMicros" = ${known('pausedUntilMicros')},
    "taken" = slot."taken" + $4::bigint,
    "writtenMicros" = ${CLOCK}
  RETURNING "nextAtMicros" - $2::bigint AS first, "taken" - $4::bigint AS number, "late", ${CLOCK} AS now, ${QUICKLY}`

/**
 * Length of the text of notes, enough for some 180 late calls; a call that waits for another and then leaves late has
 * two. A key with more calls a second of which nearly all leave late has no process that could use up its pace.
 */
const REMEMBERED_CHARACTERS = 2400

const NOTE_LATE = `
  UPDATE "KeySlot" SET "late" = right("late" || $2, ${REMEMBERED_CHARACTERS})
  WHERE "keyRef" = $1 AND "taken" < $3::bigint AND "pausedUntilMicros" <= ${CLOCK}
  RETURNING ${QUICKLY}`

const PAUSE = `
  INSERT INTO "KeySlot" AS slot ("keyRef", "nextAtMicros", "pausedUntilMicros", "writtenMicros")
  VALUES ($1, ${CLOCK}, ${CLOCK} + $2::bigint, ${CLOCK})
  ON CONFLICT ("keyRef") DO UPDATE SET
    "nextAtMicros" = ${known('nextAtMicros')},
    "pausedUntilMicros" = greatest(${known('pausedUntilMicros')}, ${CLOCK} + $2::bigint),
    "writtenMicros" = ${CLOCK}
  RETURNING ${QUICKLY}`

/** Keeps the pauses of keys beyond the end of a process that shares its slots with no other. */
export interface PauseStore {
  /** Returns how many milliseconds of a key's pause are left; 0 if it has none. */
  findLeftMs(keyRef: string): Promise<number>
  pause(keyRef: string, forMs: number): Promise<void>
}

/** Tolerance for a clock that is corrected; a row that is further ahead was written before the clock was set back. */
const TOLERANCE_MICROS = 1_000_000n

/** Creates the store over the same rows, by this machine's clock. */
export const createPauseStore = (db: Db, clock: Clock): PauseStore => ({
  async findLeftMs(keyRef) {
    const row = await db.keySlot.findUnique({ where: { keyRef } })
    const now = microsOf(clock)
    if (!row || row.writtenMicros > now + TOLERANCE_MICROS) return 0
    return Math.max(0, Number(row.pausedUntilMicros - now) / 1000)
  },
  async pause(keyRef, forMs) {
    const now = microsOf(clock)
    const row = {
      nextAtMicros: now,
      pausedUntilMicros: now + BigInt(micros(forMs)),
      writtenMicros: now,
    }
    await db.keySlot.upsert({ where: { keyRef }, create: { keyRef, ...row }, update: row })
  },
})

const microsOf = (clock: Clock): bigint => BigInt(clock.now().getTime()) * 1000n

/**
 * Creates the store over the rows of KeySlot, one per key. A process claims slots by advancing the row by that many
 * gaps in one statement.
 */
export const createSlotStore = (sql: DirectSql): SlotStore => ({
  async take(keyRef, { gapMs, count, catchUpMs }) {
    const [row] = await sql.query(TAKE, [keyRef, micros(gapMs * count), micros(catchUpMs), count])
    return {
      firstMs: Number(row?.first) / 1000,
      nowMs: Number(row?.now) / 1000,
      number: Number(row?.number),
      late: lateCallsIn(row?.late),
    }
  },
  async noteLate(keyRef, { number, until }, maxTaken) {
    const noted = await sql.query(NOTE_LATE, [
      keyRef,
      `;${number.toString(36)}:${Math.ceil(until).toString(36)}`,
      maxTaken,
    ])
    return noted.length > 0
  },
  async pause(keyRef, forMs) {
    await sql.query(PAUSE, [keyRef, micros(forMs)])
  },
})

const micros = (ms: number): number => Math.round(ms * 1000)

/** Parses the notes. A first one that lost its beginning does not count. */
const lateCallsIn = (text: unknown): LateCall[] =>
  typeof text === 'string' && text !== ''
    ? [...text.matchAll(/;(\w+):(\w+)/g)].map(([, number = '', until = '']) => ({
        number: Number.parseInt(number, 36),
        until: Number.parseInt(until, 36),
      }))
    : []
