/** The transitions that the tests of the machines take (scripts/walkedTransitions.ts writes them down). */
import walked from '../../chart/walked.json';

export const WALKED: ReadonlySet<string> = new Set(Object.values(walked).flat());
