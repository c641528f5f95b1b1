/** These signals end the site and its commands in order; SIGHUP comes from a terminal that closes. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
