import type { FormResponse } from '../platform/form-response.ts'
import type { UsedTabs } from './overview.ts'

/** The parts of a page for one visitor; a page with one of them is never cached. */
export type Visitor = {
  /** The values and errors of a form that was submitted without JavaScript and rejected. */
  formResponse?: FormResponse | undefined
  /** The tabs of the admin; undefined without a session, and outside the admin. */
  usedTabs?: UsedTabs | undefined
}
