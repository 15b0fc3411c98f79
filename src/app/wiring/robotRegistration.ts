/** What the pages that register robots send and show. */
import type { RobotClaim, RobotConnection } from '../../../contract/entities/registration.ts';
import {
  kindOf,
  namedMaps,
  type RevealedCredentials,
  type RobotFields,
} from '../../machines/robotFleet/robotForm.machine.ts';

type Credentials = RobotConnection & { mqttPassword: string };
export const revealed = (
  why: 'registered' | 'renewed' | 'reinstated',
  serialNumber: string,
  { mqttPassword: password, mqttUsername, brokers, topicPrefix, caUrl }: Credentials,
  claim: RobotClaim | null = null,
): RevealedCredentials => ({
  what: 'credentials',
  why,
  serialNumber,
  password,
  connection: { mqttUsername, brokers, topicPrefix, caUrl },
  claim,
});

/** What is the same for one robot and for many. */
export function registrationOf(fields: RobotFields) {
  const robotModel = fields.robotModel.trim();
  const kind = kindOf(robotModel) ?? (fields.kind === '' ? undefined : fields.kind);
  return {
    manufacturer: fields.manufacturer.trim(),
    robotModel,
    ...(kind && { kind }),
    dialect: fields.dialect,
    registerSiteId: fields.siteId,
    maps: namedMaps(fields),
    claimRole: fields.claimRole || null,
  };
}
