/** The user's time zone, for data without a site (design 13). Empty: the browser's time zone. */
import { createForm } from '../factories/form.ts';

export const timeZoneMachine = createForm({
  id: 'timeZone',
  faultsOf: () => ({}),
  savedKey: 'userSetting.timeZone.saved',
  refreshesUser: true,
});
