import type { RequestOptions, TestApp } from './test-app.ts'

/** Calls the app with a cookie jar, like a browser. */
export type Browser = {
  request: TestApp['request']
  /** Default: name and password of `makeUser`. */
  signIn(over?: { username?: string; password?: string; code?: string }): Promise<Response>
  cookies: Map<string, string>
}

export const ownersWords = { username: 'nora', password: 'a long enough password' }

export function makeBrowser(app: TestApp, options: Pick<RequestOptions, 'from' | 'headers'> = {}): Browser {
  const cookies = new Map<string, string>()
  const request: TestApp['request'] = async (path, more = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...options.headers, ...(cookie && { cookie }), ...more.headers }
    const response = await app.request(path, { ...options, ...more, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/; Max-Age=0;/.test(line)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return response
  }
  return { request, cookies, signIn: (over = {}) => request('/api/auth/login', { json: { ...ownersWords, ...over } }) }
}
