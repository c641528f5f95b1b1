/** What `vite-trim-react.ts` leaves out of the source of React, by the names in it. */
export type Unused = {
  /** Functions that are not called, or whose call makes no difference, with the value of a call. */
  functions: Readonly<Record<string, string>>
  /** Kinds of fibers that are not created, by the values of `tag`. */
  tags: readonly number[]
  /** Cases that do not occur, by function. */
  cases: Readonly<Record<string, readonly string[]>>
  /** Variables that have one value in the browsers of today, or without the functions above. */
  constants: Readonly<Record<string, string>>
  /** Comparisons that have one value. */
  expressions: Readonly<Record<string, string>>
  /** How statements begin that set what is not read. */
  statements: readonly string[]
}

const nothing = 'void 0'
const no = '!1'

/** Names that no module of `src` may import from React. */
export const missingFromReact = [
  'Activity',
  'Profiler',
  'SuspenseList',
  'ViewTransition',
  'addTransitionType',
  'createRoot',
  'preconnect',
  'prefetchDNS',
  'preinit',
  'preinitModule',
  'preload',
  'preloadModule',
  'requestFormReset',
  'useActionState',
  'useFormState',
  'useFormStatus',
]

export const unusedReact: Unused = {
  // Profiler, SuspenseList, ViewTransition, Activity, and those that only experimental versions create.
  tags: [12, 17, 19, 21, 23, 24, 25, 30, 31],
  cases: {
    createFiberFromTypeAndProps: [
      'REACT_ACTIVITY_TYPE',
      'REACT_PROFILER_TYPE',
      'REACT_SUSPENSE_LIST_TYPE',
      'REACT_LEGACY_HIDDEN_TYPE',
      'REACT_VIEW_TRANSITION_TYPE',
    ],
    // Refs of fragments.
    safelyAttachRef: ['7'],
    // Scripts and styles as resources; style sheets are.
    getResource: ['"script"', '"style"'],
    acquireResource: ['"script"'],
    isHostHoistableType: ['"script"', '"style"'],
  },
  functions: {
    // View transitions, and images that delay them.
    commitAfterMutationEffectsOnFiber: nothing,
    commitExitViewTransitions: nothing,
    commitNestedViewTransitions: nothing,
    flushAfterMutationEffects: nothing,
    maySuspendCommit: no,
    restoreEnterOrExitViewTransitions: nothing,
    restoreNestedViewTransitions: nothing,
    startViewTransition: 'null',
    suspendInstance: nothing,
    trackEnterViewTransitions: nothing,
    // Refs of fragments.
    commitFragmentInstanceDeletionEffects: nothing,
    commitFragmentInstanceInsertionEffects: nothing,
    commitNewChildToFragmentInstances: nothing,
    isFragmentInstanceParent: no,
    // Functions as the action of a form.
    extractEvents$1: nothing,
    mountActionState: nothing,
    TransitionAwareHostComponent: nothing,
    requestFormReset: nothing,
    rerenderActionState: nothing,
    scheduleReplayQueueIfNeeded: nothing,
    updateActionState: nothing,
    useHostTransitionStatus: nothing,
    // Transitions that are asynchronous, which the browser shows.
    defaultOnDefaultTransitionIndicator: nothing,
    queueTransitionTypes: nothing,
    // The memory of React's compiler.
    useMemoCache: nothing,
    // Links in the head on demand.
    preconnect: nothing,
    prefetchDNS: nothing,
    preinitModuleScript: nothing,
    preinitScript: nothing,
    preinitStyle: nothing,
    preload: nothing,
    preloadModule: nothing,
    // Custom elements.
    isCustomElement: no,
    // The components that an error went through, by their minified names.
    getStackByFiberInDevAndProd: '""',
  },
  constants: {
    appearingViewTransitions: 'null',
    canUseCompositionEvent: '!0',
    canUseDOM: '!0',
    documentMode: 'null',
    inUpdateViewTransition: '!1',
    isInputEventSupported: '!0',
    passiveBrowserEventsSupported: '!0',
    pendingTransitionTypes: 'null',
    pendingViewTransition: 'null',
    pendingViewTransitionEvents: 'null',
    rootViewTransitionNameCanceled: '!1',
    shouldStartViewTransition: '!1',
    skipSelectionChangeEvent: '!1',
    useFallbackCompositionData: '!1',
  },
  expressions: {
    '(committedLanes & 335544064) === committedLanes': '!1',
    '(lanes & 335544064) === lanes': '!1',
    '0 !== (workInProgress.mode & 32)': '!1',
  },
  statements: [
    'FragmentInstance.prototype.',
    'ViewTransitionPseudoElement.prototype.',
    'ReactDOMSharedInternals.findDOMNode = ',
    'exports.createRoot = ',
  ],
}
