/**
 * One simulated robot: a steppable model without clocks, timers or network. Takes messages, moves in steps and reports
 * its state; the fleet connects it to MQTT.
 */
import { StillTimer } from './stillTimer.ts';
import { isAlarmType, type RobotFault } from '../../contract/endpoints/faults.ts';
import type { Watching } from '../../contract/rules/watching.ts';
import type { CallActCommand, CallCommand } from '../../contract/wire/calls.ts';
import type { DeliveryList, OpenCompartment } from '../../contract/wire/deliveries.ts';
import type { EventMessage, TeleopEcho } from '../../contract/wire/actions.ts';
import type { FaceRecognition } from '../../contract/wire/privateCommands.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import { boxOf } from '../camera/box.ts';
import type { AlarmPicture } from '../alarms/alarmWatch.ts';
import type { Settings } from './actionRunner.ts';
import { isDelivering } from './behaviourLoop.ts';
import type { Body } from './body.ts';
import type { Environment } from './environment.ts';
import type { DoorPicture } from './doorPictures.ts';
import { handleInstantActions, handleOrder, handleTeleop } from './messageHandlers.ts';
import { CLOCK_OFF_MS } from './faults.ts';
import type { FaceSighting } from './faceSight.ts';
import type { PhotoRequest, PhotoResult, ScanUpload } from './photoUploads.ts';
import type { Profile } from './profile.ts';
import type { StateSnapshot } from './report.ts';
import { finishPhoto, restart, setCabinetOpen } from './robotActs.ts';
import { initialRobotState, isOnOrder, tell } from './robotState.ts';
import type { RobotState } from './robotState.ts';
import { stepRobot } from './step.ts';
import { stateSnapshotOf } from './stateSnapshot.ts';

export class Robot {
  private readonly self: RobotState;

  private readonly stills = new StillTimer();

  constructor(spec: DemoRobot, environment: Environment, seed: number, alarmRate = 0) {
    this.self = initialRobotState(spec, environment, seed, alarmRate);
  }

  get spec(): DemoRobot {
    return this.self.spec;
  }

  get profile(): Profile {
    return this.self.profile;
  }

  get body(): Body {
    return this.self.body;
  }

  /** Percent. */
  get charge(): number {
    return this.self.battery.charge;
  }

  /** down: running without network; dead: switched off. */
  get network(): 'up' | 'down' | 'dead' {
    const { faults, randomFaults } = this.self;
    return faults.has('die') ? 'dead' : faults.has('offline') || randomFaults.isOffline ? 'down' : 'up';
  }

  /** How far its clock is ahead of the machine's, ms. */
  get clockAheadMs(): number {
    return this.self.faults.has('clockOff') ? CLOCK_OFF_MS : 0;
  }

  get hasCamera(): boolean {
    return this.self.spec.capabilities.video && !this.self.faults.has('cameraUnplugged');
  }

  /** Text being spoken; empty if none. */
  get saying(): string {
    return this.self.settings.saying;
  }

  /** What cameras and loudspeaker show of its settings. */
  get device(): Pick<Settings, 'lights' | 'chassisLight' | 'warningLight' | 'head' | 'tilt' | 'volume'> {
    return this.self.settings;
  }

  /** The teleop lease it obeys; 0 if none. */
  get lease(): number {
    return this.self.hand?.lease ?? 0;
  }

  step(dt: number): void {
    stepRobot(this.self, dt);
  }

  handleOrder(message: unknown): void {
    handleOrder(this.self, message);
  }

  handleInstantActions(message: unknown): void {
    handleInstantActions(this.self, message);
  }

  handleTeleop(message: unknown): void {
    handleTeleop(this.self, message);
  }

  /** The robot is connected to the broker: it reports its settings and what it learned. */
  handleBrokerUp(): void {
    const { self } = this;
    tell(self, self.userSettings.report());
    for (const learned of self.userSettings.learned) tell(self, { type: 'learned', ...learned });
  }

  /** The broker connection is lost: ignores teleop until the server confirms the lease again. */
  handleBrokerLost(): void {
    this.self.hand?.suspend(this.self.environment.now());
  }

  /** A person comes near a robot that disinfects, for some seconds. */
  meetPerson(seconds: number): void {
    this.self.disinfection?.meet(this.self.environment.now(), seconds);
  }

  /** The deliveries that the server gives it. */
  handleDeliveries(list: DeliveryList): void {
    const { self } = this;
    if (!self.deliveries.hear(list)) return;
    // A behaviour that waits for nothing in particular ends for new work.
    if (!isOnOrder(self) && self.task?.kind !== 'delivery' && isDelivering(self.living)) self.wishes.interrupted = true;
  }

  handleOpenCompartment(message: OpenCompartment): void {
    this.self.deliveries.handleOpen(message);
  }

  /** The call that the server tells it. */
  handleCall(message: CallCommand): void {
    this.self.calls.handle(message);
  }

  handleCallAct(message: CallActCommand): void {
    this.self.calls.act(message);
  }

  /** A visitor presses the call button, or hangs up. */
  callOperator(on: boolean): void {
    if (on) this.self.calls.press();
    else this.self.calls.hangUp();
  }

  /** Frames of the operator's camera on its screen. */
  showFrames(count: number): void {
    this.self.calls.showFrames(count);
  }

  /** Its lamp: how many connections receive its picture and its sound now. */
  showWatching(watching: Watching): void {
    this.self.watching = watching;
  }

  /** A code typed at its keypad. @returns whether a compartment opens */
  typeCode(code: string): boolean {
    return this.self.deliveries.typeCode(code);
  }

  /** A compartment that does not open, or opens again. */
  jamCompartment(compartment: number, on: boolean): void {
    this.self.deliveries.setJammed(compartment, on);
  }

  setFault(fault: RobotFault, on: boolean): void {
    const { self } = this;
    if (isAlarmType(fault)) return self.alarms.setOnDemand(fault, on);
    if (fault === 'visitorCall') return this.callOperator(on);
    const charge = self.faults.set(fault, on, self.battery.charge);
    if (charge !== null) {
      self.battery = { ...self.battery, charge };
      if (on && !isOnOrder(self)) self.wishes.interrupted = true;
    }
    if (fault === 'localizationLost') self.located = !on;
    if (fault !== 'die') return;
    self.body.motion = { ...self.body.motion, v: 0, w: 0 };
    if (!on) restart(self);
  }

  /** Null without a lease. Each call issues a new stamp, so call it only for an echo that is sent. */
  echo(): TeleopEcho | null {
    const { hand, body, environment } = this.self;
    return hand?.echo(body.motion, environment.ticks()) ?? null;
  }

  /** Returns and clears the pending events. */
  takeEvents(): EventMessage[] {
    const events = this.self.outbox;
    this.self.outbox = [];
    return events;
  }

  /** Returns and clears the pictures of alarms that are to be taken. */
  takePictures(): AlarmPicture[] {
    return this.self.alarms.takePictures();
  }

  /** @param now of the machine's clock, ms: the interval is real time  @returns the still picture that is due; else null */
  takeStill(now: number): AlarmPicture | null {
    const { userSettings, body, settings, environment } = this.self;
    if (!this.stills.isDue(this.hasCamera ? userSettings.number('timedRefresh') : 0, now)) return null;
    const { x, y, theta } = body.motion;
    const view = { mapId: body.mapId, x, y, theta: theta + settings.head };
    return { alarmId: '', moment: 'at', at: environment.now(), view, incident: null };
  }

  /** Returns and clears the views at doors that are to be photographed. */
  takeDoorPictures(): DoorPicture[] {
    const pictures = this.self.doorPictures;
    this.self.doorPictures = [];
    return pictures;
  }

  /** Reports the uploaded picture of a door. */
  reportDoorPicture({ deliveryId }: DoorPicture, fileId: string): void {
    tell(this.self, { type: 'deliveryPicture', deliveryId, fileId });
  }

  /** Reports an uploaded picture of an alarm. */
  reportPicture({ alarmId, moment, view, incident }: AlarmPicture, fileId: string): void {
    const box = incident && boxOf(view, incident);
    tell(this.self, { type: 'alarmPicture', alarmId, moment, fileId, ...(box && { box }) });
  }

  /** Whether the server allows it to recognise faces. */
  get recognisesFaces(): boolean {
    return this.self.faceSight.isAllowed;
  }

  /** Whether it may recognise faces, and whom. */
  handleFaceRecognition(command: FaceRecognition): void {
    this.self.faceSight.hear(command);
  }

  /** Returns and clears the faces that are to be reported. */
  takeFaces(): FaceSighting[] {
    return this.self.faceSight.take();
  }

  /** Reports an uploaded face, unless the person was erased meanwhile. */
  reportFace(sighting: FaceSighting, fileId: string): void {
    if (!this.self.faceSight.mayReport(sighting)) return;
    const { faceId, personId, temperature, alarmId, pose } = sighting;
    tell(this.self, {
      type: 'face',
      faceId,
      temperature,
      pose: { ...pose },
      fileId,
      ...(personId !== null && { personId }),
      ...(alarmId !== '' && { alarmId }),
    });
  }

  /** Returns and clears the photos on command that are to be taken. */
  takePhotoRequests(): PhotoRequest[] {
    const requests = this.self.photoRequests;
    this.self.photoRequests = [];
    return requests;
  }

  /** Returns and clears the maps that are to be uploaded. */
  takeScans(): ScanUpload[] {
    const scans = this.self.scans;
    this.self.scans = [];
    return scans;
  }

  finishScan({ actionId }: Pick<ScanUpload, 'actionId'>, result: PhotoResult): void {
    finishPhoto(this.self, { actionId, at: this.self.environment.now() }, result);
  }

  finishPhoto(photo: PhotoRequest, result: PhotoResult): void {
    finishPhoto(this.self, photo, result);
  }

  /** @returns false if there is no such compartment, or if the robot is driving */
  setCabinetOpen(cabinet: number, isOpen: boolean): boolean {
    return setCabinetOpen(this.self, cabinet, isOpen);
  }

  /** Returns and clears what the robot said on command. */
  takeSaid(): string[] {
    const said = this.self.saidOnCommand;
    this.self.saidOnCommand = [];
    return said;
  }

  /** Returns and clears the reports that messages have requested. */
  takeRequestedReports(): ReadonlySet<'state' | 'factsheet'> {
    const { asked } = this.self;
    this.self.asked = new Set();
    return asked;
  }

  told(): StateSnapshot {
    return stateSnapshotOf(this.self);
  }
}
