import type { ChannelRow, Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const read = readIn("@octokit/plugin-rest-endpoint-methods@18.0.0");
const source = read("dist-src/generated/endpoints.js:1047");
/** `octokit.rest.issues.create`, and `octokit.issues.create` as older versions spell it. */
const at = (...methods: readonly string[]): readonly string[] =>
  methods.flatMap((method) => [`Octokit#.rest.${method}`, `Octokit#.${method}`]);

const own = [
  "payload.sender.type",
  "payload.sender.login",
  "payload.sender.id",
  "payload.comment.user.type",
  "payload.comment.user.login",
  "isBot",
] as const;

/** Events, and the calls by which an app raises them again. */
function channels(pairs: readonly (readonly [events: readonly string[], raisedBy: readonly string[]])[]): ChannelRow[] {
  return pairs.flatMap(([events, raisedBy]): ChannelRow[] => [
    {
      kind: "channel",
      at: "Probot#.on",
      handler: "-1",
      event: "0",
      events,
      raisedBy,
      selfSigns: own,
      ownCheck: { of: "0", test: "$.isBot" },
      source: unverified("probot@14.3.2"),
    },
    {
      kind: "channel",
      at: "Webhooks#.on",
      handler: "1",
      event: "0",
      events,
      raisedBy,
      selfSigns: own,
      ownCheck: { of: "0.payload", test: '$.sender.type === "Bot"' },
      source: unverified("@octokit/webhooks@14.0.0"),
    },
  ]);
}

export const octokit: Sdk = {
  id: "octokit",
  packages: ["octokit", "@octokit/rest", "@octokit/core", "@actions/github", "probot", "@octokit/webhooks"],
  checked: { octokit: "5.0.5", "@octokit/rest": "22.0.1", "@actions/github": "9.1.1", probot: "14.3.2" },
  same: { ProbotOctokit: "Octokit", GitHub: "Octokit" },
  rows: [
    {
      kind: "returns",
      at: "getOctokit",
      type: "Octokit#",
      source: readIn("@actions/github@9.1.1")("lib/github.d.ts:11"),
    },
    { kind: "returns", at: "Octokit.defaults", type: "Octokit", source: unverified("octokit@5.0.5") },
    {
      kind: "effect",
      at: at(
        "issues.createComment",
        "pulls.createReview",
        "pulls.submitReview",
        "pulls.createReviewComment",
        "pulls.createReplyForReviewComment",
        "repos.createCommitComment",
        "teams.addOrUpdateMembershipForUserInOrg",
      ),
      verb: "send",
      source,
    },
    {
      kind: "effect",
      at: at(
        "pulls.merge",
        "repos.merge",
        "repos.createRelease",
        "repos.createDeployment",
        "actions.createWorkflowDispatch",
        "repos.createDispatchEvent",
      ),
      verb: "deploy",
      destructive: true,
      source,
    },
    {
      kind: "effect",
      at: [
        "Octokit#.rest.*.create",
        "Octokit#.rest.*.create*",
        "Octokit#.*.create",
        "Octokit#.issues.create*",
        "Octokit#.pulls.create*",
        "Octokit#.repos.create*",
        "Octokit#.git.create*",
        "Octokit#.gists.create*",
      ],
      verb: "create",
      source,
    },
    {
      kind: "effect",
      at: [
        "Octokit#.rest.*.update*",
        "Octokit#.git.update*",
        "Octokit#.repos.update*",
        "Octokit#.rest.*.set*",
        "Octokit#.rest.*.addLabels",
        "Octokit#.rest.*.addAssignees",
        "Octokit#.rest.*.lock",
        "Octokit#.issues.update*",
        "Octokit#.issues.set*",
        "Octokit#.issues.addLabels",
        "Octokit#.pulls.update*",
      ],
      verb: "write",
      idempotent: true,
      source,
    },
    {
      kind: "effect",
      at: [
        "Octokit#.rest.*.delete*",
        "Octokit#.rest.*.remove*",
        "Octokit#.issues.delete*",
        "Octokit#.repos.delete*",
        "Octokit#.git.delete*",
      ],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
    {
      kind: "effect",
      at: at("git.createBlob", "git.createTree", "git.createCommit"),
      verb: "create",
      idempotent: true,
      source,
      note: "An object of git is named by what it holds, and a commit that nothing points at is nobody's.",
    },
    {
      kind: "effect",
      at: "Octokit#.request",
      verb: "write",
      method: "0",
      body: "1",
      source: unverified("octokit@5.0.5"),
      note: "The method is the first word of the route: `POST /repos/{owner}/{repo}/issues`.",
    },
    {
      kind: "effect",
      at: "Octokit#.graphql",
      verb: "write",
      sql: "0",
      source: unverified("octokit@5.0.5"),
      note: "Only a `mutation` writes.",
    },
    {
      kind: "retry",
      at: "Octokit",
      limit: {
        option: "0.retry.retries",
        or: ["0.request.retries"],
        measure: "steps",
        default: 3,
        unlimited: ["Infinity"],
      },
      source: readIn("@octokit/plugin-retry@8.1.1")("dist-src/index.js:11"),
      note: "Bundled in `octokit`, not in `@octokit/rest`; POST is tried again too.",
    },

    {
      kind: "returns",
      at: "createNodeMiddleware",
      type: "Probot#",
      source: readIn("probot@14.3.2")("lib/create-node-middleware.d.ts:29"),
    },
    {
      kind: "parameter",
      at: "ApplicationFunction#",
      function: "",
      parameter: "0",
      type: "Probot#",
      source: readIn("probot@14.3.2")("lib/types.d.ts:43"),
    },
    {
      kind: "parameter",
      at: ["Probot#.on", "Probot#.onAny"],
      function: "-1",
      parameter: "0.octokit",
      type: "Octokit#",
      source: readIn("probot@14.3.2")("lib/probot.d.ts:59"),
    },
    {
      kind: "member",
      at: ["App#.webhooks"],
      type: "Webhooks#",
      source: readIn("octokit@5.0.5")("dist-types/app.d.ts:11"),
    },
    {
      kind: "parameter",
      at: "App#.webhooks.on",
      function: "1",
      parameter: "0.octokit",
      type: "Octokit#",
      source: unverified("octokit@5.0.5"),
    },
    {
      kind: "parameter",
      at: "Webhooks#.on",
      function: "1",
      parameter: "0.octokit",
      type: "Octokit#",
      source: unverified("octokit@5.0.5"),
    },
    ...channels([
      [["issue_comment.created", "issue_comment"], at("issues.createComment")],
      [["commit_comment.created", "commit_comment"], at("repos.createCommitComment")],
      [["issues.opened"], at("issues.create")],
      [["issues.edited"], at("issues.update")],
      [["issues.labeled"], at("issues.addLabels", "issues.setLabels")],
      [["issues"], at("issues.create", "issues.update", "issues.addLabels", "issues.setLabels")],
      [["pull_request.opened"], at("pulls.create")],
      [["pull_request.edited"], at("pulls.update")],
      [["pull_request"], at("pulls.create", "pulls.update")],
      [["push", "pull_request.synchronize"], at("repos.createOrUpdateFileContents", "git.updateRef")],
      [["pull_request_review.submitted", "pull_request_review"], at("pulls.createReview", "pulls.submitReview")],
      [
        ["pull_request_review_comment.created", "pull_request_review_comment"],
        at("pulls.createReviewComment", "pulls.createReplyForReviewComment"),
      ],
    ]),
  ],
};
