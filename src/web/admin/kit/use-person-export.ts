import type { PersonalData } from '../../../contract/audience/personal-data.ts'
import { submission } from '../../data/mutations.ts'
import { useExportPersonalData } from '../../data/owner/personal-data.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from './admin-messages.ts'

/** Downloads all data stored about an email address as JSON. */
export function usePersonExport() {
  const exporting = useExportPersonalData()
  return {
    isExporting: exporting.isPending,
    exportPerson: (email: string) =>
      exporting.mutate(submission({ body: { email } }), {
        onSuccess: (data) => {
          saveFile(data)
          toast(adminMessages.personalDataExported(amountOf(countOf(data))))
        },
        onError: (failure) => toast(adminMessages.actionFailed(failure.message)),
      }),
  }
}

type Amount = { subscribers: number; messages: number; mails: number }

/** '1 subscription, 2 messages and 0 mails' */
export function amountOf({ subscribers, messages, mails }: Amount): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  return `${counted(subscribers, 'subscription')}, ${counted(messages, 'message')} and ${counted(mails, 'mail')}`
}

function countOf({ subscriber, messages, mails }: PersonalData): Amount {
  return { subscribers: subscriber ? 1 : 0, messages: messages.length, mails: mails.length }
}

function saveFile(data: PersonalData): void {
  const href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = href
  link.download = `personal-data-${data.exportedAt.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(href)
}
