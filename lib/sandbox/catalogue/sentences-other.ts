import type { Language } from './languages'

/** Sentences of posts in the other languages, several of them written from right to left. */
export const OTHER_SENTENCES: Record<Exclude<Language, 'en'>, readonly [string, ...string[]]> = {
  es: [
    'Otro café y a seguir. Hoy cierro {number} tareas o me rindo.',
    'El tren a {place} llega con {number} minutos de retraso. Paciencia.',
    '¿Alguien conoce un buen sitio para comer en {place}?',
    '¡Qué partido! {place} no duerme esta noche.',
    'Lloviendo en {place} y yo sin paraguas, como siempre.',
    'Terminé el libro. Necesito hablar con alguien. Ya.',
  ],
  fr: [
    'Un café, un croissant et {number} courriels en retard.',
    'Le train pour {place} est annoncé… mais jamais le bon quai.',
    'Il fait déjà nuit à {place}. Vivement l’été !',
    'Je relis ce livre chaque hiver, et chaque hiver il change.',
    'Quelqu’un pour un vélo dimanche du côté de {place} ?',
    'Grève, pluie, fromage : {place} reste {place}.',
  ],
  de: [
    'Noch ein Kaffee, dann ist die Doku fertig. Versprochen.',
    'Der Zug nach {place} fällt aus. Grund: der Zug nach {place}.',
    'Straßenfest in {place}, über {number} Stände und überall Waffeln.',
    'Fahrradtour rund um {place}: {number} km, dreimal nass geworden.',
    'Frage an alle: Wie heißt euer Sauerteig?',
    'Feierabend. Das Licht über {place} ist heute unglaublich.',
  ],
  pt: [
    'Mais um café e o relatório sai. Ou não.',
    'Chove em {place} há {number} dias. O jardim agradece.',
    'Que golaço! {place} inteira na rua.',
    'Alguém indica um lugar bom pra comer em {place}?',
    'São {number} páginas e não consigo largar este livro.',
  ],
  tr: [
    'Bir kahve daha içeyim, sonra çalışırım.',
    '{place} yolunda trafik: {number} dakikadır aynı yerdeyiz.',
    'Bugün {place} çok güzel, gökyüzü bile gülümsüyor.',
    'Bu kitabı {number}. kez okuyorum ve hâlâ ağlıyorum.',
  ],
  ja: [
    'コーヒーを飲みながら朝の散歩。今日もいい天気。',
    '電車が{number}分遅れています。のんびり待とう。',
    '新しい本を買った。今夜は眠れそうにない。',
    '{place}の夕焼けがきれいすぎる件。',
    'ラーメンの列に{number}人。並ぶか、帰るか。',
  ],
  ar: [
    'قهوة الصباح ثم العمل، ولا شيء قبل القهوة.',
    'القطار إلى {place} تأخر {number} دقيقة مرة أخرى.',
    'ما أجمل الغروب في {place} هذا المساء.',
    'انتهيت من الكتاب بعد {number} ليلة، وأريد أن أبدأه من جديد.',
    'هل من مطعم جيد في {place}؟ شكرا لكم.',
  ],
  he: [
    'עוד כוס קפה אחת ואני מתחיל לעבוד. באמת.',
    'הרכבת ל{place} מאחרת ב-{number} דקות, כרגיל.',
    'השקיעה ב{place} היום פשוט מושלמת.',
    'מי קורא איתי את הספר הזה? עמוד {number} ואין לי אוויר.',
  ],
  hi: [
    'सुबह की कॉफी और ताज़ा अख़बार, बस यही चाहिए।',
    '{place} जाने वाली ट्रेन {number} मिनट लेट है।',
    'आज {place} में बारिश हुई और मन खुश हो गया।',
    'यह किताब {number} दिन में पढ़ ली, अब क्या करूँ?',
  ],
}

/** Texts that break careless readers: markup, formulas, control marks, long words. Real timelines hold all of them. */
export const NASTY_SENTENCES: readonly [string, ...string[]] = [
  '<script>alert("coffee")</script> <b>not bold</b> &amp; &lt;tag&gt;',
  '=1+1',
  '=HYPERLINK("https://example.com/x","click me")',
  '+44 20 7946 0000 is still my favourite fictional number',
  '-2+3 is not a minus',
  '@SUM(1+1)*cmd|x',
  'Robert\'); DROP TABLE posts;-- says "hi", and, commas',
  '**bold** _maybe_ [link](javascript:alert(1)) ![img](x)',
  'Left \u202eright to left override\u202c and back',
  'Line one\nLine two\r\n\tLine three with a tab',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
  'Family: 👨‍👩‍👧‍👦 flag: 🏴󠁧󠁢󠁳󠁣󠁴󠁿 skin: 👍🏽 keycap: 1️⃣',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  'zero\u200bwidth\u200bspaces and a\u00a0hard one',
  'C:\\new\\table {"json": [1, 2, null]} $' + '{env} %s %d',
  'null',
  'A thread in one post. ' +
    'No paragraph, no end in sight, and the kettle has boiled dry by now. '.repeat(90),
]
