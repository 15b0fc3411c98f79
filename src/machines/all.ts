/**
 * All machines of the console by id, without their effects: for code that draws or reads machines. The running machines
 * are wired up in src/app/wiring. Each machine loads with the chunk that already contains it.
 */
import type { AnyStateMachine } from 'xstate';
import { ApiError } from '../../contract/wire/errors.ts';

/** One line per machine; a test checks that the list is complete. */
const LOADERS: Readonly<Record<string, () => Promise<AnyStateMachine>>> = {
  accounts: async () => (await import('./accounts/accounts.machine.ts')).accountsMachine,
  app: async () => (await import('./app/app.machine.ts')).appMachine,
  codeRequest: async () => (await import('./verification/codeRequest.machine.ts')).codeRequestMachine,
  audit: async () => (await import('./audit/audit.machine.ts')).auditMachine,
  avatar: async () => (await import('./userSetting/avatar.machine.ts')).avatarMachine,
  changelog: async () => (await import('./changelog/changelog.machine.ts')).changelogMachine,
  copyTest: async () => (await import('./inspector/copyTest.machine.ts')).copyTestMachine,
  commands: async () => (await import('./robotData/commands.machine.ts')).commandsMachine,
  confirm: async () => (await import('./factories/confirm.machine.ts')).confirmMachine,
  contact: async () => (await import('./userSetting/contact.machine.ts')).contactMachine,
  contactForm: async () => (await import('./userSetting/contactForm.machine.ts')).contactFormMachine,
  approval: async () => (await import('./companion/approval.machine.ts')).approvalMachine,
  binding: async () => (await import('./companion/binding.machine.ts')).bindingMachine,
  companion: async () => (await import('./companion/companion.machine.ts')).companionMachine,
  companionEntry: async () => (await import('./companion/companionEntry.machine.ts')).entryMachine,
  ownRobots: async () => (await import('./companion/ownRobots.machine.ts')).ownRobotsMachine,
  point: async () => (await import('./companion/point.machine.ts')).pointMachine,
  scanner: async () => (await import('./companion/scanner.machine.ts')).scannerMachine,
  connection: async () => (await import('./connection/connection.machine.ts')).connectionMachine,
  cruiseRecord: async () => (await import('./cruiseRecord/cruiseRecord.machine.ts')).cruiseRecordMachine,
  routeRun: async () => (await import('./routeRun/routeRun.machine.ts')).routeRunMachine,
  routeRunMonitor: async () => (await import('./routeRun/routeRunMonitor.machine.ts')).routeRunMonitorMachine,
  teleop: async () => (await import('./robotData/teleop.machine.ts')).teleopMachine,
  fleet: async () => (await import('./fleet/fleet.machine.ts')).fleetMachine,
  forgotPassword: async () => (await import('./verification/forgotPassword.machine.ts')).forgotPasswordMachine,
  fork: async () => (await import('./inspector/fork.machine.ts')).forkMachine,
  frame: async () => (await import('./frame/frame.machine.ts')).frameMachine,
  friends: async () => (await import('./friends/friends.machine.ts')).friendsMachine,
  home: async () => (await import('./home/home.machine.ts')).homeMachine,
  inquiries: async () => (await import('./inquiries/inquiries.machine.ts')).inquiriesMachine,
  inquiry: async () => (await import('./inquiries/inquiry.machine.ts')).inquiryMachine,
  inspector: async () => (await import('./inspector/inspector.machine.ts')).inspectorMachine,
  invitations: async () => (await import('./friends/invitations.machine.ts')).invitationsMachine,
  keys: async () => (await import('./keys/keys.machine.ts')).keysMachine,
  resumers: async () => (await import('./robotData/resumers.machine.ts')).resumersMachine,
  listCursor: async () => (await import('./factories/listCursor.machine.ts')).listCursorMachine,
  lease: async () => (await import('./robotData/lease.machine.ts')).leaseMachine,
  legal: async () => (await import('./legal/legal.machine.ts')).legalMachine,
  cruiseRoutes: async () => (await import('./cruiseRoutes/cruiseRoutes.machine.ts')).cruiseRoutesMachine,
  routeEditor: async () => (await import('./cruiseRoutes/routeEditor.machine.ts')).routeEditorMachine,
  mapImport: async () => (await import('./maps/mapImport.machine.ts')).mapImportMachine,
  lifImport: async () => (await import('./maps/lifImport.machine.ts')).lifImportMachine,
  pointLabels: async () => (await import('./pointLabels/pointLabels.machine.ts')).pointLabelsMachine,
  maps: async () => (await import('./maps/maps.machine.ts')).mapsMachine,
  link: async () => (await import('./connection/link.machine.ts')).linkMachine,
  mapEditor: async () => (await import('./mapEditor/mapEditor.machine.ts')).mapEditorMachine,
  navigation: async () => (await import('./navigation/navigation.machine.ts')).navigationMachine,
  waitingRobot: async () => (await import('./noRobot/waitingRobot.machine.ts')).waitingRobotMachine,
  noRobot: async () => (await import('./noRobot/noRobot.machine.ts')).noRobotMachine,
  notFound: async () => (await import('./notFound/notFound.machine.ts')).notFoundMachine,
  nickname: async () => (await import('./userSetting/nickname.machine.ts')).nicknameMachine,
  notices: async () => (await import('./notices/notices.machine.ts')).noticesMachine,
  offlineRobots: async () => (await import('./offlineRobots/offlineRobots.machine.ts')).offlineRobotsMachine,
  outbox: async () => (await import('./outbox/outbox.machine.ts')).outboxMachine,
  phoneVerificationCode: async () =>
    (await import('./phoneVerificationCode/phoneVerificationCode.machine.ts')).phoneVerificationCodeMachine,
  pendingStop: async () => (await import('./pendingStops/pendingStop.machine.ts')).pendingStopMachine,
  pendingStops: async () => (await import('./pendingStops/pendingStops.machine.ts')).pendingStopsMachine,
  peek: async () => (await import('./peek/peek.machine.ts')).peekMachine,
  ownSessions: async () => (await import('./userSetting/ownSessions.machine.ts')).ownSessionsMachine,
  password: async () => (await import('./userSetting/password.machine.ts')).passwordMachine,
  preferences: async () => (await import('./preferences/preferences.machine.ts')).preferencesMachine,
  qrSignIn: async () => (await import('./qrSignIn/qrSignIn.machine.ts')).qrSignInMachine,
  report: async () => (await import('./report/report.machine.ts')).reportMachine,
  reports: async () => (await import('./inspector/reports.machine.ts')).reportsMachine,
  robotData: async () => (await import('./robotData/robotData.machine.ts')).robotDataMachine,
  session: async () => (await import('./session/session.machine.ts')).sessionMachine,
  setPassword: async () => (await import('./setPassword/setPassword.machine.ts')).setPasswordMachine,
  signIn: async () => (await import('./signIn/signIn.machine.ts')).signInMachine,
  signInByCode: async () => (await import('./verification/signInByCode.machine.ts')).signInByCodeMachine,
  signUp: async () => (await import('./verification/signUp.machine.ts')).signUpMachine,
  stage: async () => (await import('./inspector/stage.machine.ts')).stageMachine,
  stop: async () => (await import('./robotData/stop.machine.ts')).stopMachine,
  t2SignOut: async () => (await import('./t2SignOut/t2SignOut.machine.ts')).t2SignOutMachine,
  timeZone: async () => (await import('./userSetting/timeZone.machine.ts')).timeZoneMachine,
  topic: async () => (await import('./connection/topic.machine.ts')).topicMachine,
  userSetting: async () => (await import('./userSetting/userSetting.machine.ts')).userSettingMachine,
  weather: async () => (await import('./weather/weather.machine.ts')).weatherMachine,
  video: async () => (await import('./robotData/video.machine.ts')).videoMachine,
  voice: async () => (await import('./voice/voice.machine.ts')).voiceMachine,
};

/** @throws ApiError consolePartAbsent, when a chunk fails to load */
export async function loadMachines(): Promise<Record<string, AnyStateMachine>> {
  try {
    return Object.fromEntries(
      await Promise.all(Object.entries(LOADERS).map(async ([id, load]) => [id, await load()] as const)),
    );
  } catch (error) {
    throw new ApiError('consolePartAbsent', {}, error instanceof Error ? error.message : String(error));
  }
}
