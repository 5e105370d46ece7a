/** Answers in the shapes of the sandbox's three presets, written out by hand as JSON text, as an upstream sends them. */

const plainPost = (n: number) =>
  `{"id":"30323244933138350${10 + n}","text":"Post ${n}","created_at":"2026-03-10T12:00:${10 + n}.000Z","author":{"id":"7${n}","username":"ada_${n}","name":"Ada ${n}"},"like_count":${n},"lang":"en"}`

const nestedPost = (n: number) =>
  `{"id":30323244933138350${10 + n},"full_text":"Post ${n}","created_at":"Wed Jan 06 18:40:${10 + n} +0000 2021","user":{"id":25106242453446328${10 + n},"screen_name":"ada_${n}","name":"Ada ${n}"},"url":"https://social.example/p/${n}","reply_count":${n}}`

const nestedPerson = (n: number) =>
  `{"id":25106242453446328${10 + n},"screen_name":"ada_${n}","name":"Ada ${n}","bio":${n % 2 ? 'null' : '"Likes tea"'},"url":"https://social.example/u/${n}"}`

const legacyPost = (n: number) =>
  `{"id_str":"30323244933138350${10 + n}","id":3032324493313835000,"text":"Post ${n}","author_id":"2510624245344632${n}","userName":"ada_${n}","displayName":"Ada ${n}","createdAt":${1_610_000_000 + n},"permalink":"https://social.example/p/${n}"}`

const legacyPerson = (n: number) =>
  `{"id_str":"25106242453446328${10 + n}","id":2510624245344632800,"userName":"ada_${n}","displayName":"Ada ${n}","description":"Likes tea"}`

const twenty = (one: (n: number) => string): string =>
  `[${Array.from({ length: 20 }, (_, n) => one(n)).join(',')}]`
const includes =
  '"includes":[{"type":"media","key":"3_1","height":400},{"type":"media","key":"3_2","height":300}]'

export const PRESET_ANSWERS = {
  plain: {
    timeline: `{"tweets":${twenty(plainPost)},"next_cursor":"abc"}`,
    followers: `{"users":${twenty((n) => `{"id":"7${n}","username":"ada_${n}","name":"Ada ${n}","description":"Likes tea"}`)}}`,
  },
  nested: {
    timeline: `{"data":{"posts":${twenty(nestedPost)},"total":812},"next_cursor":"abc"}`,
    followers: `{"data":{"accounts":${twenty(nestedPerson)},"total":99},"next_cursor":"abc"}`,
  },
  legacy: {
    timeline: `{"results":${twenty(legacyPost)},${includes},"meta":{"creditsCharged":3,"count":20},"next_cursor":"abc"}`,
    followers: `{"followers":${twenty(legacyPerson)},${includes},"meta":{"creditsCharged":1},"next_cursor":"abc"}`,
  },
} as const
