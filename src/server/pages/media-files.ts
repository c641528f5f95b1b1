import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import send from 'send'
import type { PictureFormat } from '../../contract/pictures.ts'

export type MediaServer = (pathname: string, request: IncomingMessage, response: ServerResponse) => void

export type MediaServerOptions = {
  mediaDir: string
  /** Makes a variant of an image that is not on the disk yet; false for one that there is not. */
  makeVariant(key: string, width: number, format: PictureFormat): Promise<boolean>
  onError(error: unknown): void
}

/** The only names below `/media/`; the sources of images are kept beside the variants and never served. */
const variantPath = /^\/media\/([\w-]{1,64})\/([1-9]\d{0,4})\.(avif|webp|jpg)$/

/** Serves the variants of images. Their names carry a hash of the image, so a browser keeps them for good. */
export function createMediaServer({ mediaDir, makeVariant, onError }: MediaServerOptions): MediaServer {
  mkdirSync(mediaDir, { recursive: true })
  return (pathname, request, response) => {
    const [, key, width, format] = variantPath.exec(pathname) ?? []
    if (!key) return sendMissing(response)
    const sendFile = () =>
      send(request, pathname.slice('/media'.length), { root: mediaDir, index: false, immutable: true, maxAge: '365d' })
        .on('headers', (head: ServerResponse) => {
          // Nothing in an uploaded file may run, whatever it pretends to be.
          head.setHeader('content-security-policy', "default-src 'none'; sandbox")
          head.setHeader('cross-origin-resource-policy', 'cross-origin')
        })
        .on('error', (error: NodeJS.ErrnoException & { status?: number }) => {
          if (error.status !== 404) onError(error)
          sendMissing(response)
        })
        .pipe(response)
    makeVariant(key, Number(width), format as PictureFormat).then(
      (isThere) => (isThere ? sendFile() : sendMissing(response)),
      (error: unknown) => {
        onError(error)
        sendMissing(response)
      },
    )
  }
}

function sendMissing(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end('No such image\n')
}
