/** The retention periods in force, for the privacy notice. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { retention } from '../../contract/endpoints/retention.ts';
import type { AppDeps } from '../appDeps.ts';
import type { RequestContext } from '../requestContext.ts';

export const createRetentionHandlers = ({
  settings,
}: Pick<AppDeps, 'settings'>): Handlers<typeof retention, RequestContext> => ({
  days: async () => ({ days: settings.retentionDays }),
});
