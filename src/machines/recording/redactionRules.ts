/**
 * The redaction rules of every machine, by the machine's id. A machine without rules records its state names only; a
 * test requires an entry for each.
 */
import { accountsRedaction } from '../accounts/accounts.redaction.ts';
import { pointLabelsRedaction } from '../pointLabels/pointLabels.redaction.ts';
import { lifImportRedaction, mapImportRedaction, mapsRedaction } from '../maps/maps.redaction.ts';
import { cruiseRoutesRedaction, routeEditorRedaction } from '../cruiseRoutes/cruiseRoutes.redaction.ts';
import { auditRedaction } from '../audit/audit.redaction.ts';
import { setPasswordRedaction } from '../setPassword/setPassword.redaction.ts';
import { appRedaction } from '../app/app.redaction.ts';
import { changelogRedaction } from '../changelog/changelog.redaction.ts';
import { connectionRedaction, linkRedaction, topicRedaction } from '../connection/connection.redaction.ts';
import { confirmRedaction } from '../factories/confirm.redaction.ts';
import { formRedaction } from '../factories/form.redaction.ts';
import { listCursorRedaction } from '../factories/listCursor.redaction.ts';
import { fleetRedaction } from '../fleet/fleet.redaction.ts';
import { frameRedaction } from '../frame/frame.redaction.ts';
import { friendsRedaction, invitationsRedaction } from '../friends/friends.redaction.ts';
import { homeRedaction } from '../home/home.redaction.ts';
import { inquiriesRedaction, inquiryRedaction } from '../inquiries/inquiries.redaction.ts';
import {
  copyTestRedaction,
  inspectorRedaction,
  reportsRedaction,
  stageRedaction,
} from '../inspector/inspector.redaction.ts';
import { forkRedaction } from '../inspector/fork.redaction.ts';
import { keysRedaction } from '../keys/keys.redaction.ts';
import { mapEditorRedaction } from '../mapEditor/mapEditor.redaction.ts';
import { navigationRedaction } from '../navigation/navigation.redaction.ts';
import { noRobotRedaction, waitingRobotRedaction } from '../noRobot/noRobot.redaction.ts';
import { noticesRedaction } from '../notices/notices.redaction.ts';
import { offlineRobotsRedaction } from '../offlineRobots/offlineRobots.redaction.ts';
import { outboxRedaction } from '../outbox/outbox.redaction.ts';
import { peekRedaction } from '../peek/peek.redaction.ts';
import { pendingStopRedaction, pendingStopsRedaction } from '../pendingStops/pendingStops.redaction.ts';
import { phoneVerificationCodeRedaction } from '../phoneVerificationCode/phoneVerificationCode.redaction.ts';
import { preferencesRedaction } from '../preferences/preferences.redaction.ts';
import { qrSignInRedaction } from '../qrSignIn/qrSignIn.redaction.ts';
import { reportRedaction } from '../report/report.redaction.ts';
import {
  commandsRedaction,
  teleopRedaction,
  leaseRedaction,
  resumersRedaction,
  stopRedaction,
  videoRedaction,
} from '../robotData/control.redaction.ts';
import { robotDataRedaction } from '../robotData/robotData.redaction.ts';
import { sessionRedaction } from '../session/session.redaction.ts';
import { signInRedaction } from '../signIn/signIn.redaction.ts';
import { t2SignOutRedaction } from '../t2SignOut/t2SignOut.redaction.ts';
import {
  avatarRedaction,
  contactFormRedaction,
  contactRedaction,
  ownSessionsRedaction,
  userSettingRedaction,
} from '../userSetting/userSetting.redaction.ts';
import { codeRequestRedaction, verifiedRedaction } from '../verification/verification.redaction.ts';
import { weatherRedaction } from '../weather/weather.redaction.ts';
import { voiceRedaction } from '../voice/voice.redaction.ts';
import { cruiseRecordRedaction } from '../cruiseRecord/cruiseRecord.redaction.ts';
import { routeRunRedaction, routeRunMonitorRedaction } from '../routeRun/routeRun.redaction.ts';
import type { RedactionRules } from './redaction.ts';

export const redactionRules: Readonly<Record<string, RedactionRules>> = {
  app: appRedaction,
  session: sessionRedaction,
  navigation: navigationRedaction,
  connection: connectionRedaction,
  link: linkRedaction,
  topic: topicRedaction,
  fleet: fleetRedaction,
  frame: frameRedaction,
  report: reportRedaction,
  peek: peekRedaction,
  notices: noticesRedaction,
  preferences: preferencesRedaction,
  confirm: confirmRedaction,
  listCursor: listCursorRedaction,
  signIn: signInRedaction,
  home: homeRedaction,
  robotData: robotDataRedaction,
  teleop: teleopRedaction,
  lease: leaseRedaction,
  stop: stopRedaction,
  pendingStop: pendingStopRedaction,
  pendingStops: pendingStopsRedaction,
  commands: commandsRedaction,
  resumers: resumersRedaction,
  video: videoRedaction,
  noRobot: noRobotRedaction,
  qrSignIn: qrSignInRedaction,
  codeRequest: codeRequestRedaction,
  signInByCode: verifiedRedaction,
  signUp: verifiedRedaction,
  forgotPassword: verifiedRedaction,
  outbox: outboxRedaction,
  inspector: inspectorRedaction,
  reports: reportsRedaction,
  copyTest: copyTestRedaction,
  stage: stageRedaction,
  fork: forkRedaction,
  cruiseRoutes: cruiseRoutesRedaction,
  routeEditor: routeEditorRedaction,
  mapEditor: mapEditorRedaction,
  friends: friendsRedaction,
  invitations: invitationsRedaction,
  accounts: accountsRedaction,
  keys: keysRedaction,
  offlineRobots: offlineRobotsRedaction,
  audit: auditRedaction,
  maps: mapsRedaction,
  pointLabels: pointLabelsRedaction,
  mapImport: mapImportRedaction,
  lifImport: lifImportRedaction,
  setPassword: setPasswordRedaction,
  userSetting: userSettingRedaction,
  contact: contactRedaction,
  contactForm: contactFormRedaction,
  avatar: avatarRedaction,
  ownSessions: ownSessionsRedaction,
  nickname: formRedaction,
  password: formRedaction,
  timeZone: formRedaction,
  changelog: changelogRedaction,
  inquiry: inquiryRedaction,
  inquiries: inquiriesRedaction,
  weather: weatherRedaction,
  phoneVerificationCode: phoneVerificationCodeRedaction,
  t2SignOut: t2SignOutRedaction,
  voice: voiceRedaction,
  cruiseRecord: cruiseRecordRedaction,
  routeRun: routeRunRedaction,
  routeRunMonitor: routeRunMonitorRedaction,
  // The code of an unbound robot is secret.
  waitingRobot: waitingRobotRedaction,
  // Part of the companion app, which is not recorded.
  companion: {},
  companionEntry: {},
  ownRobots: {},
  scanner: {},
  approval: {},
  binding: {},
  point: {},
  // Without context, and with the common page events only.
  notFound: {},
  legal: {},
};
