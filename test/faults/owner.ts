/** The demo's owner, signed in over HTTP. */
export type Owner = {
  cookie: string
  request(path: string, options?: { method?: string; json?: unknown; key?: string }): Promise<Response>
}

export const demoPassword = 'dewlight-demo'

export async function signInOwner(origin: string): Promise<Owner> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: demoPassword }),
  })
  if (!response.ok) throw new Error(`The owner was not let in: ${response.status}`)
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
  return {
    cookie,
    request: (path, { json, key, method = json === undefined ? 'GET' : 'POST' } = {}) =>
      fetch(origin + path, {
        method,
        headers: {
          cookie,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: json === undefined ? undefined : JSON.stringify(json),
      }),
  }
}
