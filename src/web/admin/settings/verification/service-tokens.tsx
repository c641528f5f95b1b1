import { useQuery } from '@tanstack/react-query'
import type { Verification } from '../../../../contract/accounts/verification.ts'
import {
  type VerificationService,
  verificationServiceNames,
  verificationServices,
} from '../../../../contract/accounts/verification-tags.ts'
import { homePageTagsQuery } from '../../../data/owner/verification.ts'
import { TextField } from '../../kit/form-fields.tsx'
import { LoadFailure } from '../../kit/load-failure.tsx'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import type { PartProps } from './verification-draft.ts'

/** The token of each service, and whether the home page shows it. */
export function ServiceTokens({ draft, faults, onChange, saved }: PartProps & { saved: Verification }) {
  const shown = useQuery(homePageTagsQuery())
  return (
    <Panel
      title="Services"
      description="Each service gives you a tag for your home page. Paste the whole tag, or only the token in it."
    >
      <LoadFailure query={shown}>What is on your home page now could not be read.</LoadFailure>
      <div className="space-y-6">
        {verificationServiceNames.map((key) => (
          <div key={key}>
            <TextField
              optional
              label={verificationServices[key].label}
              hint={verificationServices[key].where}
              error={faults[key]}
              value={draft[key]}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ ...draft, [key]: event.target.value })}
            />
            {saved[key] !== '' && shown.data && (
              <div className="mt-2">
                <HomePageState service={key} token={saved[key]} tags={shown.data} />
              </div>
            )}
          </div>
        ))}
      </div>
    </Panel>
  )
}

type HomePageStateProps = {
  service: VerificationService
  token: string
  tags: { name: string; content: string }[]
}

function HomePageState({ service, token, tags }: HomePageStateProps) {
  const { label, tag } = verificationServices[service]
  const isShown = tags.some(({ name, content }) => name === tag && content === token)
  return (
    <StatusBadge tone={isShown ? 'good' : 'alert'}>
      <span className="sr-only">{label}: </span>
      {isShown ? 'On your home page now' : 'Not on your home page'}
    </StatusBadge>
  )
}
