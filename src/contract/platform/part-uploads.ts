import * as z from 'zod/mini'
import { failure, json } from './endpoint.ts'

/** Bytes of one part of an uploaded file: less than the 6 MB that the proxies of `deploy` pass on. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024

/** Ends in the bytes that were announced. */
export const UploadId = z.string().check(z.regex(/^[A-Za-z0-9]{6,16}-\d{1,11}$/))

export const uploadNotFound = 'The upload is not known here any more. Please begin it again.'

/** The fields of an endpoint that takes the next part of a file, as multipart/form-data of at most 4 MB. */
export const nextPart = {
  params: { id: UploadId },
  query: z.object({ offset: z.coerce.number().check(z.int(), z.minimum(0)) }),
  upload: z.object({ part: z.string() }),
  notFound: uploadNotFound,
  responses: {
    200: json(
      'The bytes that have arrived, from which on the next part is expected',
      z.object({ received: z.number() }),
    ),
    413: failure('The part is too large'),
    415: failure('The body is not a form'),
    422: failure('The part is missing'),
  },
} as const
