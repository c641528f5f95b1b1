/** The file cannot be read at all; the message is a sentence for the owner. */
export class ReportProblem extends Error {}
