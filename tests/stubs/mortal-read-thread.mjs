// A thread that answers at once, and dies at the word.
export default ({ query }) => {
  if (query?.sql === 'die') process.exit(1)
  return { result: query?.sql ?? null }
}
