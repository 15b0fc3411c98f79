/** One's own time zone, which serves what has no site (design 13). Empty: the one of the browser. */
import { createForm } from '../factories/form.ts';

export const timeZoneMachine = createForm({
  id: 'timeZone',
  faultsOf: () => ({}),
  savedKey: 'userSetting.timeZone.saved',
});
