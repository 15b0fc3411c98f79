/** Transitions covered by the machine tests (written by scripts/walkedTransitions.ts). */
import walked from '../../chart/walked.json';

export const WALKED: ReadonlySet<string> = new Set(Object.values(walked).flat());
