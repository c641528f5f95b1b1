import { type LabelWords, labelWordsOf } from '../../../contract/content/label-words.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readSettings } from './settings.repo.ts'

/** The words of labels and disclosures, by the settings. */
export async function readLabelWords(db: Db): Promise<LabelWords> {
  return labelWordsOf((await readSettings(db)).settings)
}
