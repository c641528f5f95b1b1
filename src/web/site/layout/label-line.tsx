/** The words of a label above a title; nothing without any. */
export function LabelLine({ words }: { words: string | undefined }) {
  return words && <p className="label-line">{words}</p>
}
