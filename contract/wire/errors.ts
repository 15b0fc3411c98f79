/**
 * The error catalogue (spec 8). A response whose code is not 0 carries one of these; its text is `cloud_error_{code}`
 * in the reader's language. The codes below 20000 and 26011, 26012 are the provider's; those from 40001 on are ours,
 * for errors that spec 8 names without a code or does not list.
 */
import { type ErrorDetail, BASE_ERRORS, BaseApiError } from './baseApiError.ts';

export const ERRORS = {
  ...BASE_ERRORS,

  // provider codes
  serverError: 1002,
  parameterEmpty: 1007,
  wrongPassword: 11002,
  phoneNumberUsed: 11008,
  wrongVerificationCode: 11009,
  verificationCodeExpired: 11010,
  invalidUser: 11015,
  codeTooOften: 11017,
  codeNotSent: 11018,
  accountUnknown: 11019,
  emailUsed: 11020,
  routeNameTaken: 26011,
  defaultRouteNeeded: 26012,

  // the request itself
  notFound: 40001,
  bodyFormat: 40004,
  headerFormat: 40005,
  illegalRequest: 40006,
  informationFailed: 40007,
  bodyTooLarge: 40008,
  unknownPath: 40009,
  fieldInvalid: 40010,
  signatureWrong: 40011,
  idReused: 40013,
  notAllowed: 40016,
  idsDisagree: 40017,
  notYourself: 40018,
  databaseAway: 40019,
  diskFull: 40020,
  filesAway: 40021,

  // authentication
  notLoggedIn: 40101,
  accountOrPasswordEmpty: 40102,
  accountExists: 40103,
  signingFailed: 40104,
  tokenInvalid: 40105,
  accountNotAuthorized: 40106,
  qrCodeExpired: 40107,
  demoOff: 40110,
  alreadySetUp: 40111,
  passwordRule: 40112,
  qrNumberWrong: 40113,
  captchaWrong: 40120,

  // robots and commands
  robotUnknown: 40201,
  robotForeign: 40202,
  robotOffline: 40203,
  robotBusy: 40204,
  robotEmergencyStop: 40205,
  robotHeld: 40206,
  robotCannot: 40207,
  pointUnknown: 40208,
  pointOutsideMap: 40209,
  pointBlocked: 40210,
  wrongFloor: 40211,
  crossFloorUnsupported: 40212,
  navigationNotStarted: 40213,
  cruiseNotStarted: 40214,
  routeDeleted: 40215,
  leaseHeld: 40216,
  leaseLost: 40217,
  leaseNotHeld: 40218,
  nothingToCancel: 40219,
  noChargingPoint: 40220,
  robotManual: 40221,
  commandExpired: 40222,
  robotLocating: 40223,
  robotCharging: 40224,
  claimCodeWrong: 40225,
  robotAlreadyBound: 40226,
  serialNumberTaken: 40227,
  mapUnknown: 40228,
  robotSilent: 40230,
  notPaused: 40231,
  siteUnknown: 40232,
  faultUnknown: 40233,
  notSimulated: 40234,
  brokerAway: 40235,
  robotNotLocated: 40236,
  stopNotRecorded: 40237,
  robotStillHeld: 40238,
  taskDisplaced: 40239,
  settingsChanged: 40260,
  privacyPolicyNeeded: 40261,
  learningDeleted: 40262,

  // video, calls, media
  cameraMissing: 40301,
  connectFailed: 40302,
  recordingFailed: 40303,
  screenshotFailed: 40304,
  videoSaveFailed: 40305,
  playbackMissing: 40306,
  tooManyViewers: 40307,
  streamTimedOut: 40308,
  tokenEmpty: 40309,
  serialNumberEmpty: 40310,
  otherPartyBusy: 40311,
  agoraNotConfigured: 40312,
  callOver: 42320,
  callTaken: 42321,
  callNotYours: 42322,
  robotNotCallable: 42323,
  callNeeded: 42324,
  callContentChanged: 42325,
  robotShowsNoPictures: 42326,
  agoraNotOnRobot: 42420,

  // relations, questions, imports
  friendDeletionDenied: 40401,
  knowledgeBaseDenied: 40402,
  knowledgeBaseNameTaken: 40403,
  questionIllegalCharacters: 40404,
  questionCountExceeded: 40405,
  importPartlyFailed: 40406,
  thirdPartyExpired: 40407,
  templateFailed: 40408,
  importLanguageUnsupported: 40409,
  importLanguageEmpty: 40410,
  importQuestionLength: 40411,
  importAnswerLength: 40412,
  importAbnormalSymbols: 40413,
  friendWaits: 40414,
  invitationWaits: 40415,
  superAdminStays: 40416,
  roleTooLow: 40417,
  friendAlready: 40418,

  // maps and points
  mapPictureWrong: 41001,
  mapPictureTooLarge: 41002,
  mapPictureTooMany: 41003,
  mapNameTaken: 41004,
  mapPointsOutside: 41005,
  mapInUse: 41006,
  mapChanged: 41007,
  versionUnknown: 41008,
  pointNameTaken: 41009,
  pointKindTaken: 41010,
  pointInUse: 41011,
  tooManyPoints: 41012,
  tooManyMaps: 41013,
  robotElsewhere: 41014,
  tooManyLabels: 41015,
  mapRobotsStranded: 41016,
  bayBlocked: 41017,
  mapHasDeliveries: 41018,
  pointHasDeliveries: 41019,

  // cruise routes, besides 26011, 26012
  routeChanged: 41021,
  routeTooShort: 41022,
  routePointTwice: 41023,
  routeMapsDiffer: 41024,
  routeBroken: 41025,
  routeInUse: 41026,
  tooManyRoutes: 41027,

  // drawn floors
  drawingUnknown: 42045,
  drawingFaulty: 42046,
  drawingPointsBlocked: 42047,
  drawingChanged: 42048,
  tooManyDrawings: 42049,
  drawingPublished: 42050,

  // route runs
  driveOver: 41031,
  robotBatteryLow: 41032,

  // disinfection
  disinfectionEmpty: 42301,
  disinfectionTooLarge: 42302,
  disinfectionOver: 42303,

  // problem reports
  capsuleWrong: 40601,
  capsuleTooLarge: 40602,
  reportsTooOften: 40603,
  capsuleForeign: 40604,
  capsuleDamaged: 40605,
  capsuleTooNew: 40606,
  capsuleTooBig: 40607,
  capsuleNotStandable: 40608,
  consolePartAbsent: 40609,

  // accounts and first start
  accountLocked: 40701,
  notOnYourself: 40702,
  linkOver: 40703,
  setUpCodeWrong: 40704,
  accountGone: 40705,
  tooManyInvitations: 40706,
  keyWrong: 40707,
  accountIsApp: 40708,

  // avatars
  pictureWrong: 40801,
  pictureTooLarge: 40802,
  pictureTooWide: 40803,

  // the contact form
  inquiriesTooOften: 40901,

  // the robot fleet
  robotRetired: 42051,
  robotNotRetired: 42052,
  robotMoving: 42053,
  robotTaken: 42054,
  sameSite: 42055,
  serialNumbersTaken: 42056,
  serialNumberTwice: 42057,
  robotHeard: 42058,
  // first set-up
  checklistOpen: 42059,
  // simulated robots
  simulatorMissing: 42060,
  floorNotSimulable: 42061,
  tooManySimulatedRobots: 42062,
  // sites
  recordChanged: 42031,
  siteInUse: 42032,
  tooManyOnSite: 42033,
  coordinatesIncomplete: 42034,
  siteNameTaken: 42035,
  stopPointWrong: 42036,
  relayUrlWrong: 42037,
  equipmentUntestable: 42038,
  equipmentInUse: 42039,
  doorPointWrong: 42040,
  tooManyEquipmentTests: 42041,
  // conformance
  mapAlreadyNamed: 42071,
  tooManyDeviations: 42072,
  wayNotFree: 42073,
  stopUnconfirmed: 42074,

  // alarm cases
  alarmTakenByOther: 42101,
  alarmNotTaken: 42102,
  alarmNotYours: 42103,
  alarmResolved: 42104,
  alarmNotResolved: 42105,
  alarmTooOld: 42106,
  handOverGone: 42107,
  handOverToOwner: 42108,
  handOverNotAllowed: 42109,
  caseNotesFull: 42110,
  caseHistoryFull: 42111,
  caseReleasedOften: 42112,
  alarmMerged: 42113,
  handOverWaits: 42114,
  // contacts and rules
  contactPhoneWrong: 42121,
  contactPhoneTaken: 42122,
  contactRoleFull: 42123,
  contactRoleNameTaken: 42124,
  contactRoleInUse: 42125,
  contactInUse: 42126,
  tooManyContacts: 42127,
  ruleReachesNobody: 42128,
  ruleTriedLately: 42129,

  // deliveries
  deliveryUnknown: 40921,
  deliveryOver: 42201,
  deliveryRobotsOwn: 42202,
  deliveryHandedOver: 42203,
  deliveryActPending: 42204,
  deliveryNoPhone: 42205,
  deliveryNotHere: 42206,
  deliveryNotLoaded: 42207,
  deliveryNotAtDoor: 42208,
  deliveryMoreTimeUsed: 42209,
  deliveryNotFailed: 42210,
  deliverySamePlace: 42211,
  deliveryPhoneWrong: 42212,
  deliveryQueueFull: 42213,
  deliveryRobotUnfit: 42214,
  deliveryCodeSentLately: 42215,
  deliveryExportsPending: 42216,
  deliveryMessagesToNumber: 42217,
  deliveryMessagesOfAccount: 42218,
  deliveryLiftOut: 42219,
  deliveryPhoneOver: 42220,
  deliveryNotOpen: 42221,
  /** Raised by the console, when the job of an export failed. */
  deliveryExportFailed: 42231,

  // scheduled tasks
  taskChanged: 42251,
  tooManyTasks: 42252,
  tooManyExceptions: 42253,
  exceptionTimes: 42254,
  exceptionOver: 42255,
  runOver: 42256,

  // historical monitoring
  timeSpanTooLong: 42355,
  pageTooDeep: 42356,
  trackExportRobots: 42450,
  trackExportsPending: 42451,
  /** Raised by the console, when the job of an export failed. */
  trackExportFailed: 42452,
  trackExportTooLarge: 42453,
  // face recognition
  faceOff: 42370,
  facePictureGone: 42371,
  faceTicketWrong: 42372,
  faceNoteShort: 42373,
  faceRegistered: 42374,
  tooManyFacePersons: 42375,
  faceGroundNeeded: 42376,
  faceDaysWrong: 42377,
  tooManyReveals: 42378,
  faceDaysLonger: 42379,
  tooManyFaceRequests: 42438,
  faceRequestOver: 42439,
  // alarms
  alarmNotificationsOff: 42480,
  // access tokens
  accessTokenOver: 42460,
  accessTokenReadsOnly: 42461,
  // video wall
  tooManyVideoLayouts: 42310,
  videoLayoutNameTaken: 42311,

  // background jobs
  jobNotFailed: 42001,
  jobReplaced: 42002,
  jobEnded: 42003,
  // files
  fileUnknown: 42011,
  fileTooLarge: 42012,
  fileTypeWrong: 42013,
  fileDamaged: 42014,
  filePixelsTooMany: 42015,
  fileHashWrong: 42016,
  uploadIncomplete: 42017,
  uploadOffsetWrong: 42018,
  uploadTicketWrong: 42019,
  siteQuotaReached: 42020,
  accountQuotaReached: 42021,
  tooManyUploads: 42022,
  fileMissing: 42023,
  installationQuotaReached: 42024,
  // the download centre
  softwareDamaged: 42501,
  softwareSumWrong: 42502,
  softwareVersionTaken: 42503,
  softwareLinesFull: 42504,

  // photos and recordings
  mediaKept: 42340,
  mediaOfOpenCase: 42341,
  mediaRecording: 42342,
  mediaLinksTooMany: 42343,
  mediaDeleted: 42344,
  mediaExportTooMany: 42345,
  mediaExportTooLarge: 42346,
  /** Raised by the console, when the job of an export failed. */
  mediaExportFailed: 42347,
  recordingRightLost: 42440,
} as const;

export type ErrorName = keyof typeof ERRORS;
export type ErrorCode = (typeof ERRORS)[ErrorName];

const NAMES = new Map<number, ErrorName>(Object.entries(ERRORS).map(([name, code]) => [code, name as ErrorName]));
export const errorNameOf = (code: number): ErrorName | undefined => NAMES.get(code);

/**
 * An error of the catalogue: thrown by handlers and rules, returned by the API handler. Catch BaseApiError in the
 * console, because the first chunk throws that class.
 */
export class ApiError extends BaseApiError {
  constructor(error: ErrorName | number, detail: ErrorDetail = {}, message = String(error)) {
    super(typeof error === 'number' ? error : ERRORS[error], detail, message);
  }
}
