/** How an existing client is told to call the gateway. */
export interface Connection {
  /** The gateway's address, which takes the place of the upstream's. */
  readonly gateway: string
  /** A path of the team's provider that brings a list, with its query. */
  readonly path: string
  readonly header: 'x-api-key' | 'authorization'
}

export interface Example {
  readonly name: string
  readonly code: string
}

/** The same call in three languages. Each reads the gateway key from the environment, as a service does. */
export function examplesOf({ gateway, path, header }: Connection): readonly Example[] {
  const isBearer = header === 'authorization'
  const name = isBearer ? 'authorization' : 'x-api-key'
  const value = (key: string) => (isBearer ? `Bearer ${key}` : key)
  return [
    {
      name: 'curl',
      code: [
        `BASE_URL='${gateway}'`,
        `curl --fail-with-body --header "${name}: ${value('$GATEWAY_KEY')}" \\`,
        `  "$BASE_URL${path}"`,
      ].join('\n'),
    },
    {
      name: 'TypeScript',
      code: [
        `const baseUrl = '${gateway}'`,
        `const key = process.env.GATEWAY_KEY ?? ''`,
        '',
        `const answer = await fetch(baseUrl + '${path}', {`,
        `  headers: { '${name}': ${isBearer ? "'Bearer ' + key" : 'key'} },`,
        '})',
        'if (!answer.ok) throw new Error(await answer.text())',
        'console.log(JSON.stringify(await answer.json()))',
      ].join('\n'),
    },
    {
      name: 'Python',
      code: [
        'import json, os, urllib.request',
        '',
        `base_url = "${gateway}"`,
        'key = os.environ["GATEWAY_KEY"]',
        '',
        'request = urllib.request.Request(',
        `    base_url + "${path}",`,
        `    headers={"${name}": ${isBearer ? 'f"Bearer {key}"' : 'key'}},`,
        ')',
        'with urllib.request.urlopen(request) as answer:',
        '    print(json.dumps(json.load(answer)))',
      ].join('\n'),
    },
  ]
}
