/** Redaction rules of the companion app, which is not recorded: state names only. */
import { defineRedaction } from '../recording/redaction.ts';

const NOTHING = defineRedaction<object, { type: string }>()({});

export {
  NOTHING as approvalRedaction,
  NOTHING as bindingRedaction,
  NOTHING as companionEntryRedaction,
  NOTHING as companionRedaction,
  NOTHING as ownRobotsRedaction,
  NOTHING as pointRedaction,
  NOTHING as scannerRedaction,
};
