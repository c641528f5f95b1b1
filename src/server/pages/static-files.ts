import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import type { PictureFormat } from '../../contract/pictures.ts'

/** Sends a file when the address names one, else calls `next`. */
export type FileServer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type FileServerOptions = {
  /** The built assets, compressed by the build; undefined where Vite serves them. */
  clientDir: string | undefined
  mediaDir: string
  /** Makes a variant of an image that is not on the disk yet. */
  makeVariant(key: string, width: number, format: PictureFormat): Promise<boolean>
  onError(error: unknown): void
}

/** The only names below `/media/`; the sources of images are kept beside the variants and never served. */
const variantPath = /^\/media\/([\w-]{1,64})\/([1-9]\d{0,4})\.(avif|webp|jpg)$/

/** Names of assets and of media carry a hash of their content, so a browser keeps them for good. */
export function createFileServer({ clientDir, mediaDir, makeVariant, onError }: FileServerOptions): FileServer {
  mkdirSync(mediaDir, { recursive: true })
  const assets: FileServer = clientDir
    ? sirv(clientDir, { etag: true, brotli: true, gzip: true, setHeaders: setAssetHeaders })
    : (_, __, next) => next()
  // `dev` looks at the disk for each request: pictures are added while the site runs.
  const media = sirv(mediaDir, { dev: true, etag: true, setHeaders: setMediaHeaders })

  return (request, response, next) => {
    const address = request.url ?? '/'
    if (!address.startsWith('/media/')) return assets(request, response, next)
    const found = variantPath.exec(address.split('?')[0]!)
    if (!found) return sendMissing(response)
    const sendFile = () => {
      request.url = address.slice('/media'.length)
      media(request, response, () => sendMissing(response))
    }
    makeVariant(found[1]!, Number(found[2]), found[3] as PictureFormat).then(
      (isThere) => (isThere ? sendFile() : sendMissing(response)),
      (error: unknown) => {
        onError(error)
        sendMissing(response)
      },
    )
  }
}

function sendMissing(response: ServerResponse): void {
  response
    .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end('No such image\n')
}

function setAssetHeaders(response: ServerResponse, pathname: string): void {
  response.setHeader('cache-control', pathname.startsWith('/assets/') ? forever : 'public, max-age=86400')
}

/** Nothing in an uploaded file may run, whatever it pretends to be. */
function setMediaHeaders(response: ServerResponse): void {
  response.setHeader('cache-control', forever)
  response.setHeader('content-security-policy', "default-src 'none'; sandbox")
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
}

const forever = 'public, max-age=31536000, immutable'
