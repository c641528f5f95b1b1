/** Password managers leave such a field alone. Spread, since React has no types for them. */
const ignoredByManagers = {
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
}

/** A field that people neither see nor reach, and that browsers do not fill in; only bots do. */
export function Honeypot() {
  return (
    <div inert aria-hidden="true" className="trap">
      <label>
        Leave this empty
        <input type="text" name="website" tabIndex={-1} autoComplete="off" {...ignoredByManagers} />
      </label>
    </div>
  )
}
