/** Whether a path is of the dashboard. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin(?:\/|$)/.test(pathname)
}
