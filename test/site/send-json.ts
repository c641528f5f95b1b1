import type { Visitor } from './visitor.ts'

/** Sends JSON as the app does. */
export function sendJson(
  visitor: Visitor,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  data: unknown,
): Promise<Response> {
  return visitor.fetch(path, {
    method,
    body: JSON.stringify(data),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
}
