/**
 * What a line of a delivery's history is about: a name, for some lines with details. They are kept beside the texts of
 * the name, where earlier servers, which read only those, ignore them.
 */
import type { Language } from '../../contract/entities/constants.ts';
import type { RobotChoice } from '../../contract/entities/robotChoice.ts';
import { bothNamesOf, type LocalName } from './localName.ts';

/** Names are read when it is shown. */
export interface StoredChoice extends Omit<RobotChoice, 'others'> {
  others: Omit<RobotChoice['others'][number], 'robotName'>[];
}

export interface StepDetails {
  /** Why this robot was chosen. */
  choice?: StoredChoice;
  /** The robot that the name belongs to, for lines about a compartment that it left jammed. */
  serialNumber?: string;
  /** When the compartment that was opened closes by itself, ms since 1970. */
  closesAt?: number;
}
export type StepSubject = string | (Partial<Record<Language, string>> & StepDetails);

export const subjectWith = (name: LocalName, details: StepDetails): StepSubject => ({
  ...bothNamesOf(name),
  ...details,
});
export const detailsOf = (subject: StepSubject): StepDetails => (typeof subject === 'string' ? {} : subject);
