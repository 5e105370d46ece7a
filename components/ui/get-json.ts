/** Returns what an address of Purser's answers, as JSON. Throws if the server is not reached, or refuses. */
export async function getJson<Data>(
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Data> {
  const answer = await fetch(`${path}?${new URLSearchParams(query)}`, { signal })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
