import type { MetaTag } from '../../../../contract/accounts/meta-attributes.ts'
import { type RootFile, type Verification, VerificationInput } from '../../../../contract/accounts/verification.ts'

/** A row of a list while it is edited; `key` stays the same. */
export type Keyed<Row> = Row & { key: number }

export type VerificationDraft = Omit<Verification, 'tags' | 'files'> & {
  tags: Keyed<MetaTag>[]
  files: Keyed<RootFile>[]
}

/** Props of a part of the form. `faults` are sentences by place, such as `files.2.name`. */
export type PartProps = {
  draft: VerificationDraft
  faults: Record<string, string>
  onChange: (draft: VerificationDraft) => void
}

let lastKey = 0

export function keyed<Row extends object>(row: Row): Keyed<Row> {
  lastKey += 1
  return { ...row, key: lastKey }
}

export function toDraft({ tags, files, ...rest }: Verification): VerificationDraft {
  return { ...rest, tags: tags.map(keyed), files: files.map(keyed) }
}

export function toVerification({ tags, files, ...rest }: VerificationDraft): Verification {
  const plain = <Row extends object>(rows: Keyed<Row>[]) => rows.map(({ key: _key, ...row }) => row)
  return { ...rest, tags: plain(tags) as MetaTag[], files: plain(files) as RootFile[] }
}

/** The sentences of the contract by place, such as `files.2.name`. */
export function faultsOf(verification: Verification): Record<string, string> {
  const parsed = VerificationInput.safeParse(verification)
  if (parsed.success) return {}
  // The first of several at one place.
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}
