import { erasePersonalData, exportPersonalData } from '../../../contract/audience/personal-data.ts'
import { useOwnerWrite } from './owner-call.ts'

export const useExportPersonalData = () => useOwnerWrite(exportPersonalData)

export const useErasePersonalData = () => useOwnerWrite(erasePersonalData, { showsError: true })
