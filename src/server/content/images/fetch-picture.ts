import { UPLOAD_BYTES_MAX, UPLOAD_BYTES_MIN } from '../../../contract/content/images.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { followRedirects } from '../../platform/http/follow-redirects.ts'
import { type GuardedRequest, RequestError } from '../../platform/http/guarded-request.ts'

/** Covers a picture with all redirects. */
const FETCH_TIMEOUT_MS = 20_000

/** Fetches a picture of another site without cookies, of `bytesMax` at most. Throws 422 with a sentence that says why it could not. */
export async function fetchPicture(
  request: GuardedRequest,
  url: string,
  bytesMax = UPLOAD_BYTES_MAX,
): Promise<{ file: Buffer; fileName: string }> {
  const failed = (why: string) =>
    new HttpError(422, `The picture at ${new URL(url).hostname} could not be copied: ${why}.`)
  const { response, address } = await followRedirects(request, url, {
    method: 'GET',
    headers: { accept: 'image/avif,image/webp,image/*,*/*;q=0.5' },
    // One byte more tells a picture that is too large.
    bodyMax: bytesMax + 1,
    asBytes: true,
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw failed(reasonOf(error))
  })
  if (!response) throw failed('the site redirects too often')
  const { status, headers, bytes: file = Buffer.alloc(0) } = response
  if (status !== 200) throw failed(`the site responded with ${status}`)
  // A text is a page to sign in at, or one about the picture.
  if (/^(?:text|application)\/(?!octet-stream)/i.test(headers['content-type'] ?? ''))
    throw failed('it is not a picture')
  if (file.length > bytesMax) throw failed(`it is larger than ${bytesMax / 1024 / 1024} MB`)
  if (file.length < UPLOAD_BYTES_MIN) throw failed('it is not a picture')
  return { file, fileName: nameOf(address) }
}

function reasonOf(error: unknown): string {
  const fault = error instanceof RequestError ? error.fault : 'timeout'
  switch (fault) {
    case 'timeout':
      return 'the site did not respond in time'
    case 'dns':
      return 'there is no such site'
    case 'address':
    case 'credentials':
    case 'port':
    case 'private-address':
      return 'its address is not a public one'
    default:
      return 'the site did not respond'
  }
}

/** The last part of the path, decoded where it can be. */
function nameOf(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
