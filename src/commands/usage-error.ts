/** The arguments of a command are not understood. Its help is printed after the message, if there is one. */
export class UsageError extends Error {}
