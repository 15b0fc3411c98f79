/**
 * Upload tickets for robots: a robot announces a file on its private events topic and gets the ticket, or the reason why
 * it gets none, on its private commands topic. Every server answers; the ticket is the same, because the file's id
 * follows from the request.
 */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { FILE_RULES } from '../../contract/rules/files.ts';
import { PRIVACY_POLICY_VERSION } from '../../contract/rules/robotSettings.ts';
import { eventMessage, type EventMessage } from '../../contract/wire/actions.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { PrivateCommand } from '../../contract/wire/privateCommands.ts';
import { parseTopic, privateCommandsTopic, privateEventsTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { createBucket, type Bucket } from '../broker/bucket.ts';
import { keptSecretOf } from '../db/repositories/installation.ts';
import { faceSiteOf } from '../db/repositories/facePersons.ts';
import { settingsOf } from '../db/repositories/robotSettings.ts';
import { reserveFile } from '../files/files.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import { ticketOf, type FileNeeds } from './files.ts';

/** Requests per robot; further ones are dropped. */
const REQUESTS = { perSecond: 1, most: 20 };

type Needs = Pick<AppDeps, 'broker' | 'fleet' | 'sharedDb' | 'log' | 'now'> & {
  files: FileNeeds;
  /** Address at which robots reach this server. */
  robotsUrl: () => string;
};

/** @returns a function that stops answering */
export function startRobotUploads({ broker, fleet, sharedDb, log, now, files, robotsUrl }: Needs): () => Promise<void> {
  const buckets = new Map<string, Bucket>();
  const running = new Set<Promise<void>>();
  let isClosed = false;

  const ticketFor = async (robot: RobotRow, { id, event }: UploadEvent): Promise<PrivateCommand> => {
    const { serialNumber, siteId } = robot;
    try {
      if (!FILE_RULES[event.fileKind].fromRobots) throw new ApiError('notAllowed', { field: 'fileKind' });
      if (event.fileKind === 'still') await assertStillsWanted(serialNumber);
      if (event.fileKind === 'face' && !(await faceSiteOf(files.db, siteId)).isOn) throw new ApiError('faceOff');
      const file = await reserveFile(files.db, now, {
        id: await idFor(serialNumber, id),
        kind: event.fileKind,
        owner: 'robot',
        ownerId: serialNumber,
        siteId,
        uploadedBy: serialNumber,
        byRobot: true,
        name: event.name,
        bytes: event.size,
        sha256: event.sha256,
      });
      const { fileId, uploadUrl, until } = await ticketOf(files, file);
      return { type: 'uploadTicket', requestId: id, fileId, url: robotsUrl() + uploadUrl, until };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { type: 'uploadRefused', requestId: id, code: error.code };
    }
  };
  /** Users have switched still pictures on, and accepted the present privacy policy. */
  const assertStillsWanted = async (serialNumber: string): Promise<void> => {
    const { wanted, policyVersion } = await settingsOf(files.db, serialNumber);
    if (policyVersion !== PRIVACY_POLICY_VERSION) throw new ApiError('privacyPolicyNeeded');
    if (Number(wanted.timedRefresh?.value ?? 0) === 0) throw new ApiError('notAllowed', { field: 'fileKind' });
  };
  /** Not derivable by others, and the same for a repeated request. */
  const idFor = async (serialNumber: string, requestId: string): Promise<string> =>
    createHmac('sha256', await keptSecretOf(sharedDb, 'fileSecret'))
      .update(`robot upload\n${serialNumber}\n${requestId}`)
      .digest('hex')
      .slice(0, 32);

  broker.onRobotMessage((topic, message) => {
    const parsed = parseTopic(topic);
    if (isClosed || parsed?.about !== 'privateEvents') return;
    const robot = fleet.fleetCache.robot(parsed.serialNumber);
    const request = uploadEventIn(message);
    if (!robot || !request || topic !== privateEventsTopic(robot)) return;
    const bucket = buckets.get(robot.serialNumber) ?? createBucket(REQUESTS, now);
    buckets.set(robot.serialNumber, bucket);
    if (!bucket.take()) return;
    const work = ticketFor(robot, request)
      .then((command) => broker.publish(privateCommandsTopic(robot), command))
      .catch((error: unknown) =>
        log.warn({ err: error, serialNumber: robot.serialNumber }, 'a robot could not be given an upload ticket'),
      );
    running.add(work);
    void work.finally(() => running.delete(work));
  });
  return async () => {
    isClosed = true;
    await Promise.all(running);
  };
}

type UploadEvent = EventMessage & { event: Extract<EventMessage['event'], { type: 'uploadRequest' }> };

function uploadEventIn(message: unknown): UploadEvent | null {
  const read = v.safeParse(eventMessage, message);
  return read.success && read.output.event.type === 'uploadRequest' ? (read.output as UploadEvent) : null; // checked by its type
}
