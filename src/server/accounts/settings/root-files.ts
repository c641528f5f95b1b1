import { rootFileType, SECURITY_TXT } from '../../../contract/accounts/root-files.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ResponseHeaders } from '../../platform/http/security-headers.ts'
import { readVerification } from './verification.repo.ts'

type RootFileOptions = {
  publicDb: Db
  /** Bounds public reads. */
  guard<Result>(read: () => Promise<Result>): Promise<Result>
  origin: string
  clock: () => Date
  headers: ResponseHeaders
}

type RootFileResponse = {
  status: number
  body: string[]
  headers: Record<string, string>
  cacheable: boolean
  tags: string[]
}

/** Finds the file of the owner at a path; undefined if there is none. */
export function createRootFiles({ publicDb, guard, origin, clock, headers }: RootFileOptions) {
  return async (pathname: string): Promise<RootFileResponse | undefined> => {
    const { verification, email } = await guard(() => readVerification(publicDb))
    const name = pathname.slice(1)
    const file = verification.files.find((each) => each.name === name)
    const makesSecurityTxt = name === SECURITY_TXT && verification.securityTxt && email !== ''
    const content = file?.content ?? (makesSecurityTxt ? securityTxt(email, origin, clock()) : undefined)
    if (content === undefined) return undefined
    return {
      status: 200,
      body: [content],
      headers: {
        ...headers.rootFile,
        'content-type': rootFileType(name, content),
        'cache-control': 'public, max-age=300',
        'x-robots-tag': 'noindex',
      },
      cacheable: true,
      tags: ['settings'],
    }
  }
}

/** RFC 9116; it expires a year after the present day in UTC. */
function securityTxt(email: string, origin: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), now.getUTCDate()))
  return [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${origin}/${SECURITY_TXT}`,
    '',
  ].join('\n')
}
