/** The running fleet: the simulated world in step with the machine's clock, and a broker connection for each robot. */
import { zipSync } from 'fflate';
import * as v from 'valibot';
import { privateCommand } from '../../contract/wire/privateCommands.ts';
import type { RobotCredentials, SimulatorCommand } from '../../contract/wire/simulator.ts';
import { rtcTopic } from '../../contract/wire/topics.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import type { DoorPicture } from '../robot/doorPictures.ts';
import type { AlarmPicture } from '../alarms/alarmWatch.ts';
import type { Robot } from '../robot/robot.ts';
import type { DemoMap } from '../../demo/sites.ts';
import { AlarmPictures } from '../alarms/alarmPictures.ts';
import { pastPicture, type PhotoWish } from '../alarms/pastPicture.ts';
import { SignalingServer } from '../video/signalingServer.ts';
import type { FaceSighting } from '../robot/faceSight.ts';
import type { RobotFile } from '../robot/fileUploads.ts';
import { PhotoUploads, type ScanUpload } from '../robot/photoUploads.ts';
import { fetchImage, inOrder } from './fetchImage.ts';
import { RobotLink } from './robotLink.ts';
import { TICK, World } from './world.ts';

export interface FleetOptions {
  credentials: RobotCredentials;
  /** Robots to simulate, a subset of those in the credentials, in any order. */
  robots: readonly DemoRobot[];
  /** The floors of the robots' site; the demo's sites by default. */
  maps?: readonly DemoMap[];
  seed: number;
  log: FleetLog;
  /** Simulated seconds per real second; 1 by default. Message intervals stay in real time. */
  pace?: number;
  /** Multiplies the rates at which robots raise alarms; 0 by default. */
  alarmRate?: number;
}

export interface FleetLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Beyond this deviation from the machine's clock, the world skips the gap instead of simulating it, ms. */
const MOST_BEHIND_MS = 2_000;
/** Limit of connections in progress: a thousand simultaneous handshakes would time out. */
const OPENED_AT_ONCE = 25;

/** What happens to one robot. */
export type RobotCommand = Extract<SimulatorCommand, { type: 'fault' | 'keypad' }>;

export interface Fleet {
  readonly world: World;
  /** Resolves once every robot is connected, or after `patience` ms. @returns the number of connected robots */
  connected(patience: number): Promise<number>;
  /** Prepares the cameras, so that the first viewer does not wait for them. */
  warmUp(): void;
  /** What the robot's camera saw in the past, as a JPEG file; null if it could not be drawn. */
  photoOf(wish: PhotoWish): Promise<Uint8Array | null>;
  /** Uploads a file as this robot. @returns the file's id */
  upload(serialNumber: string, file: RobotFile): Promise<string>;
  obey(order: RobotCommand): void;
  close(): Promise<void>;
}

const SAID = 'the robot speaks on command';
/**
 * What the log shows of a robot's words: a simulated robot has no loudspeaker, so the demo's log is where they are heard.
 * A robot that people added on their own floor can name real people, so its words stay out of the log.
 */
export const saidFields = (text: string, isDemo: boolean): { text: string } | { characters: number } =>
  isDemo ? { text } : { characters: text.length };

export function startFleet({ credentials, robots, maps, seed, log, pace = 1, alarmRate = 0 }: FleetOptions): Fleet {
  const began = Date.now();
  const world = new World({ robots, maps, seed, startAt: began, alarmRate, ticks: () => performance.now() });
  const known = credentials.robots.flatMap((one) => {
    const robot = world.robot(one.serialNumber);
    return robot ? [{ robot, one }] : [];
  });
  const bySerial = new Map<string, RobotLink>();
  const video = new SignalingServer({
    world,
    iceServers: credentials.iceServers ?? [],
    warn: (fields, message) => log.warn(fields, message),
    say: (serialNumber, clientId, message) =>
      bySerial.get(serialNumber)?.signal(rtcTopic(serialNumber, clientId, 'down'), message),
  });
  const actInCall = inOrder(
    (image) => fetchImage(image, credentials.caPem),
    (serialNumber, command) => world.robot(serialNumber)?.handleCallAct(command),
    (fields, message) => log.warn(fields, message),
  );
  const links = known.map(
    ({ robot, one }, i) =>
      new RobotLink({
        robot,
        credentials: one,
        url: credentials.url,
        caPem: credentials.caPem,
        now: () => (pace === 1 ? world.now() : Date.now()),
        clock: () => Date.now(),
        phase: Math.floor((i * 1000) / known.length / 50) * 50,
        onSignal: (clientId, message) => video.hear(robot, clientId, message),
        onPrivate: (message) => {
          const command = v.safeParse(privateCommand, message);
          // External media channels do not apply: simulated robots do not use external media services.
          if (!command.success) return;
          if (command.output.type === 'mediaGrants') video.grant(one.serialNumber, command.output);
          if (command.output.type === 'deliveries') robot.handleDeliveries(command.output);
          if (command.output.type === 'openCompartment') robot.handleOpenCompartment(command.output);
          if (command.output.type === 'faceRecognition') robot.handleFaceRecognition(command.output);
          if (command.output.type === 'call') robot.handleCall(command.output);
          if (command.output.type === 'callAct') actInCall(one.serialNumber, command.output);
          bySerial.get(one.serialNumber)?.uploads.hear(command.output);
        },
        // Losing the broker alone does not end a stream, because media goes directly from robot to browser.
        onDown: () => void (robot.network !== 'up' && video.drop(one.serialNumber)),
        onSaid: (text) => log.info({ robot: one.serialNumber, ...saidFields(text, maps === undefined) }, SAID),
        onTrouble: (reason) => log.warn({ robot: one.serialNumber, reason }, 'no connection to the broker'),
      }),
  );

  known.forEach(({ one }, i) => {
    const link = links[i];
    if (link) bySerial.set(one.serialNumber, link);
  });

  const uploadFor = async (serialNumber: string, file: RobotFile): Promise<string> => {
    const link = bySerial.get(serialNumber);
    if (!link) throw new Error('no such robot');
    return link.uploads.upload(file);
  };
  const photos = new Map(
    known.map(({ robot, one }) => [
      robot,
      new PhotoUploads({
        render: ({ at }) => video.takePhoto(robot, at),
        upload: (name, bytes) => uploadFor(one.serialNumber, { kind: 'picture', name, bytes }),
        finish: (photo, result) => robot.finishPhoto(photo, result),
        warn: (fields, message) => log.warn({ robot: one.serialNumber, ...fields }, message),
      }),
    ]),
  );
  const pictures = new Map(
    known.map(({ robot, one }) => [
      robot,
      new AlarmPictures({
        render: (picture) => video.takePicture(robot, picture),
        upload: (name, bytes) => uploadFor(one.serialNumber, { kind: 'picture', name, bytes }),
        report: (picture, fileId) => robot.reportPicture(picture, fileId),
        warn: (fields, message) => log.warn({ robot: one.serialNumber, ...fields }, message),
        now: () => Date.now(),
      }),
    ]),
  );

  /** A still picture that cannot be sent is given up: the next one is more recent. */
  const uploadStill = async (robot: Robot, serialNumber: string, still: AlarmPicture): Promise<void> => {
    try {
      const bytes = await video.takePicture(robot, still);
      await bySerial.get(serialNumber)?.uploads.upload({ kind: 'still', name: 'still.jpg', bytes });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ robot: serialNumber, reason }, 'a still picture was given up');
    }
  };

  const uploadScan = async (robot: Robot, serialNumber: string, { actionId, files }: ScanUpload): Promise<void> => {
    try {
      const bytes = zipSync(Object.fromEntries(files.map((file) => [file.name, file.bytes])));
      robot.finishScan(
        { actionId },
        { fileId: await uploadFor(serialNumber, { kind: 'mapScan', name: 'map.zip', bytes }) },
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ robot: serialNumber, reason }, 'a map could not be uploaded');
      robot.finishScan({ actionId }, { fault: 'The map could not be sent to the server.' });
    }
  };

  /** A picture at a door that cannot be sent is given up: the delivery goes on without it. */
  const uploadDoor = async (robot: Robot, serialNumber: string, picture: DoorPicture): Promise<void> => {
    try {
      const bytes = await video.takePicture(robot, { ...picture, alarmId: '', moment: 'at', incident: null });
      robot.reportDoorPicture(picture, await uploadFor(serialNumber, { kind: 'doorPicture', name: 'door.jpg', bytes }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ robot: serialNumber, reason }, 'a picture at a door was given up');
    }
  };

  /** A face that cannot be sent is given up: nothing of it is kept. */
  const uploadFace = async (robot: Robot, serialNumber: string, face: FaceSighting): Promise<void> => {
    try {
      const bytes = await video.drawFace(face.look);
      const fileId = await uploadFor(serialNumber, { kind: 'face', name: 'face.jpg', bytes });
      robot.reportFace(face, fileId);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ robot: serialNumber, reason }, 'a face was given up');
    }
  };

  let opened = 0;
  const timer = setInterval(() => {
    const time = began + (Date.now() - began) * pace;
    const behind = time - world.now();
    if (Math.abs(behind) > MOST_BEHIND_MS * pace) world.skip(behind);
    else world.stepTo(time);
    const opening = links.slice(0, opened).filter(({ isUp }) => !isUp).length;
    opened = Math.min(links.length, opened + Math.max(0, OPENED_AT_ONCE - opening));
    for (let i = 0; i < opened; i++) links[i]?.pulse();
    for (const { robot, one } of known) {
      for (const scan of robot.takeScans()) void uploadScan(robot, one.serialNumber, scan);
      const still = robot.takeStill(Date.now());
      // Without a connection the requests would pile up, and use up the robot's uploads when it is back.
      const isUp = bySerial.get(one.serialNumber)?.isUp === true;
      for (const face of robot.takeFaces()) if (isUp && robot.hasCamera) void uploadFace(robot, one.serialNumber, face);
      if (still && isUp) void uploadStill(robot, one.serialNumber, still);
    }
    for (const { robot, one } of known)
      for (const picture of robot.takeDoorPictures())
        if (robot.hasCamera) void uploadDoor(robot, one.serialNumber, picture);
    for (const [robot, taken] of pictures)
      for (const picture of robot.takePictures()) if (robot.hasCamera) taken.add(picture);
    for (const [robot, uploads] of photos) for (const photo of robot.takePhotoRequests()) uploads.take(photo);
    video.pulse();
  }, TICK * 1000);

  return {
    world,
    warmUp: () => video.warmUp(),
    async photoOf(wish) {
      const { serialNumber } = wish;
      const robot = world.robot(serialNumber);
      if (!robot) return null;
      return video.takePicture(robot, pastPicture(wish)).catch((error: unknown) => {
        log.warn({ err: error, serialNumber }, 'a photo of the past could not be drawn');
        return null;
      });
    },
    async connected(patience) {
      const up = () => links.filter(({ isUp }) => isUp).length;
      for (const until = Date.now() + patience; up() < links.length && Date.now() < until;)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return up();
    },
    upload: uploadFor,
    obey(order) {
      const { serialNumber } = order;
      const robot = world.robot(serialNumber);
      if (!robot) return log.warn({ robot: serialNumber, type: order.type }, 'cannot obey: no such robot');
      if (order.type === 'keypad') return void robot.typeCode(order.code);
      const { fault, on } = order;
      robot.setFault(fault, on);
      log.info({ robot: serialNumber, fault, on }, 'fault switched');
    },
    async close() {
      clearInterval(timer);
      for (const taken of pictures.values()) taken.close();
      await video.close();
      await Promise.all(links.map((link) => link.close()));
    },
  };
}
