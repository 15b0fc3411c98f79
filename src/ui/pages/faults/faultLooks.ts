/** Icons and texts of the faults, and of the alarms that robots raise on demand. */
import AppWindow from 'lucide-react/icons/app-window';
import BatteryLow from 'lucide-react/icons/battery-low';
import CircleX from 'lucide-react/icons/circle-x';
import ClockAlert from 'lucide-react/icons/clock-alert';
import CloudFog from 'lucide-react/icons/cloud-fog';
import CloudOff from 'lucide-react/icons/cloud-off';
import Construction from 'lucide-react/icons/construction';
import Database from 'lucide-react/icons/database';
import DoorOpen from 'lucide-react/icons/door-open';
import Droplets from 'lucide-react/icons/droplets';
import FireExtinguisher from 'lucide-react/icons/fire-extinguisher';
import HardDrive from 'lucide-react/icons/hard-drive';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import Hourglass from 'lucide-react/icons/hourglass';
import Loader from 'lucide-react/icons/loader';
import LocateOff from 'lucide-react/icons/locate-off';
import MailQuestion from 'lucide-react/icons/mail-question-mark';
import MailX from 'lucide-react/icons/mail-x';
import OctagonX from 'lucide-react/icons/octagon-x';
import Package from 'lucide-react/icons/package';
import PersonStanding from 'lucide-react/icons/person-standing';
import PhoneIncoming from 'lucide-react/icons/phone-incoming';
import RadioTower from 'lucide-react/icons/radio-tower';
import ScanFace from 'lucide-react/icons/scan-face';
import Snail from 'lucide-react/icons/snail';
import Thermometer from 'lucide-react/icons/thermometer';
import Trash2 from 'lucide-react/icons/trash-2';
import Unplug from 'lucide-react/icons/unplug';
import Volume2 from 'lucide-react/icons/volume-2';
import ZapOff from 'lucide-react/icons/zap-off';
import type { ActiveFault } from '../../../../contract/endpoints/faults.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import type { Glyph } from '../../icons/glyph.ts';

export interface FaultLook {
  readonly icon: Glyph;
  readonly name: Key;
  readonly text: Key;
}

export const FAULT_LOOKS = {
  emergencyStop: { icon: OctagonX, name: 'faults.robot.emergencyStop.name', text: 'faults.robot.emergencyStop.text' },
  busy: { icon: Loader, name: 'faults.robot.busy.name', text: 'faults.robot.busy.text' },
  cameraUnplugged: {
    icon: Unplug,
    name: 'faults.robot.cameraUnplugged.name',
    text: 'faults.robot.cameraUnplugged.text',
  },
  offline: { icon: CloudOff, name: 'status.offline', text: 'faults.robot.offline.text' },
  lowBattery: { icon: BatteryLow, name: 'robotErrors.batteryLow.title', text: 'faults.robot.lowBattery.text' },
  localizationLost: {
    icon: LocateOff,
    name: 'robotErrors.localizationLost.title',
    text: 'faults.robot.localizationLost.text',
  },
  die: { icon: ZapOff, name: 'faults.robot.die.name', text: 'faults.robot.die.text' },
  visitorCall: { icon: PhoneIncoming, name: 'faults.robot.visitorCall.name', text: 'faults.robot.visitorCall.text' },
  clockOff: { icon: ClockAlert, name: 'faults.robot.clockOff.name', text: 'faults.robot.clockOff.text' },
  diskFull: { icon: HardDrive, name: 'faults.servers.diskFull.name', text: 'faults.servers.diskFull.text' },
  databaseSlow: { icon: Database, name: 'faults.servers.databaseSlow.name', text: 'faults.servers.databaseSlow.text' },
  gatewayRefuses: {
    icon: MailX,
    name: 'faults.servers.gatewayRefuses.name',
    text: 'faults.servers.gatewayRefuses.text',
  },
  gatewayHangs: { icon: Hourglass, name: 'faults.servers.gatewayHangs.name', text: 'faults.servers.gatewayHangs.text' },
  gatewayLoses: {
    icon: MailQuestion,
    name: 'faults.servers.gatewayLoses.name',
    text: 'faults.servers.gatewayLoses.text',
  },
  jobFails: { icon: CircleX, name: 'faults.servers.jobFails.name', text: 'faults.servers.jobFails.text' },
  brokerDown: { icon: RadioTower, name: 'faults.links.brokerDown.name', text: 'faults.links.brokerDown.text' },
  brokerDelay: { icon: Snail, name: 'faults.links.brokerDelay.name', text: 'faults.links.brokerDelay.text' },
  humanBody: { icon: PersonStanding, name: 'alarmEvents.events.humanBody', text: 'faults.alarms.humanBody.text' },
  highTemperature: {
    icon: Thermometer,
    name: 'alarmEvents.events.highTemperature',
    text: 'faults.alarms.highTemperature.text',
  },
  smoke: { icon: CloudFog, name: 'alarmEvents.events.smoke', text: 'faults.alarms.smoke.text' },
  noMask: { icon: ScanFace, name: 'alarmEvents.events.noMask', text: 'faults.alarms.noMask.text' },
  doorOpen: { icon: DoorOpen, name: 'alarmEvents.events.doorOpen', text: 'faults.alarms.doorOpen.text' },
  noise: { icon: Volume2, name: 'alarmEvents.events.noise', text: 'faults.alarms.noise.text' },
  carton: { icon: Package, name: 'alarmEvents.events.carton', text: 'faults.alarms.carton.text' },
  waterAccumulation: {
    icon: Droplets,
    name: 'alarmEvents.events.waterAccumulation',
    text: 'faults.alarms.waterAccumulation.text',
  },
  fall: { icon: HeartPulse, name: 'alarmEvents.events.fall', text: 'faults.alarms.fall.text' },
  unclosedWindow: {
    icon: AppWindow,
    name: 'alarmEvents.events.unclosedWindow',
    text: 'faults.alarms.unclosedWindow.text',
  },
  missingExtinguisher: {
    icon: FireExtinguisher,
    name: 'alarmEvents.events.missingExtinguisher',
    text: 'faults.alarms.missingExtinguisher.text',
  },
  clutter: { icon: Trash2, name: 'alarmEvents.events.clutter', text: 'faults.alarms.clutter.text' },
  navigationException: {
    icon: Construction,
    name: 'alarmEvents.events.navigationException',
    text: 'faults.alarms.navigationException.text',
  },
} as const satisfies Record<ActiveFault['fault'], FaultLook>;
