import routineStyles from '../../styles/routines.css?url'

/** The style sheet of the pages with routines. */
export function RoutineStyle() {
  return <link rel="stylesheet" href={routineStyles} precedence="blocks" />
}
