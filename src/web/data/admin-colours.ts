import { findAdminColours } from '../../contract/accounts/appearance.ts'
import { urlOf } from './call.ts'

/** A style sheet with the dark colours of the admin. */
export const adminColoursUrl = urlOf(findAdminColours)
