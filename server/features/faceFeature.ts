/** All handlers of face recognition. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { faces } from '../../contract/endpoints/faces.ts';
import type { AppDeps } from '../appDeps.ts';
import type { RequestContext } from '../requestContext.ts';
import { createFaceGrantHandlers } from './faceGrants.ts';
import { createFacePersonHandlers } from './facePersons.ts';
import { createFaceRevealHandlers } from './faceReveals.ts';
import { createFaceRobots } from './faceRobots.ts';
import { createFaceRecordHandlers, type FaceNeeds } from './faces.ts';

export const createFaceFeature = (deps: FaceNeeds & Pick<AppDeps, 'db'>): Handlers<typeof faces, RequestContext> => ({
  ...createFaceRecordHandlers(deps),
  ...createFaceRevealHandlers({ ...deps, store: deps.files.store }),
  ...createFaceGrantHandlers(deps),
  ...createFacePersonHandlers({ ...deps, robots: createFaceRobots({ ...deps, fleet: () => deps.fleet }) }),
});
