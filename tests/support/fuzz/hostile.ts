import fc from 'fast-check'

/** Texts that have broken parsers, databases, pages and logs. */
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\u001b[31m', '\r\nset-cookie: a=b', '\ud800', '\u202egnp', '\u200b', '\ufeff'],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE "Team"; --',
    '%',
    '_',
    '\\',
    '#{7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...['../../etc/passwd', '..', '.', '%2e%2e%2f', '%ff', '%00', '/', '//evil.example', 'javascript:alert(1)'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', '$T', '$@1', '$undefined', '@1:a'],
  ...['NaN', 'Infinity', '-0', '1e309', '1e-400', '0x10', '٣', '９', '1,5', '9'.repeat(40), '-1', '1_000'],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '+275760-09-13', '2026-13-01T00:00:00Z', '1970-01-01'],
  ...['null', 'undefined', 'true', '[]', '{}', '[object Object]', '00000000-0000-0000-0000-000000000000'],
  ...[
    'a'.repeat(300),
    'é'.repeat(2100),
    '👩‍👩‍👧',
    '=1+1',
    '\n=1+1',
    '* * * * *',
    '*/0 * * * *',
    '0 0 30 2 *',
  ],
]

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...TEXTS), fc.string({ maxLength: 8 })).map((two) => two.join('')),
  },
)

export const hostileNumber = fc.oneof(
  fc.constantFrom(
    ...[0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, 5e-324],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_SAFE_INTEGER],
  ),
  fc.double(),
  fc.integer(),
)

/** Values that React's encoding of an action's arguments can carry. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { depthSize: 'small', withCrossShrink: true },
  hostileText,
  hostileNumber,
  fc.constantFrom<unknown>(null, undefined, true, false, 0n, 2n ** 64n),
  fc.date({ noInvalidDate: false }),
  fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      hostileText,
      hostileNumber,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(hostileText, tie('tree'), { maxKeys: 4 }),
    ),
  })).tree,
)
