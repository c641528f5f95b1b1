/** The file cannot be read at all; the message is a sentence for the owner. */
export class ReportProblem extends Error {}

export const damagedWorkbook = () => new ReportProblem('The workbook is damaged and cannot be read.')
