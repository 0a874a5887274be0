import type { EffectRow, Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const sqs = readIn("@aws-sdk/client-sqs@3.1175.0")("dist-types/models/models_0.d.ts:1772");
const sns = readIn("@aws-sdk/client-sns@3.1169.0")("dist-types/models/models_0.d.ts:1686");
const sfn = readIn("@aws-sdk/client-sfn@3.1164.0")("dist-types/models/models_0.d.ts:2794");
const dynamodb = readIn("@aws-sdk/client-dynamodb@3.1169.0")("dist-types/models/models_0.d.ts:11263");
const ssm = readIn("@aws-sdk/client-ssm@3.1169.0")("dist-types/models/models_1.d.ts:5131");
const ecs = readIn("@aws-sdk/client-ecs@3.1164.0")("dist-types/models/models_1.d.ts:3280");
const lambda = readIn("@aws-sdk/client-lambda@3.1164.0")("dist-types/models/models_0.d.ts:4188");
const ses = readIn("@aws-sdk/client-sesv2@3.1176.0")("dist-types/commands/SendEmailCommand.d.ts:209");
const other = (
  at: string | readonly string[],
  verb: EffectRow["verb"],
  tarball: string,
  more: Partial<EffectRow> = {},
): EffectRow => ({ kind: "effect", at, verb, source: unverified(tarball), ...more });

/** Clients of AWS: the client sends, the command says what. */
export const aws: Sdk = {
  id: "aws",
  packages: [
    "@aws-sdk/client-sqs",
    "@aws-sdk/client-sns",
    "@aws-sdk/client-sfn",
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/lib-dynamodb",
    "@aws-sdk/client-ssm",
    "@aws-sdk/client-ecs",
    "@aws-sdk/client-lambda",
    "@aws-sdk/client-sesv2",
    "@aws-sdk/client-ses",
    "@aws-sdk/client-s3",
    "@aws-sdk/client-ec2",
    "@aws-sdk/client-cloudformation",
    "@aws-sdk/client-rds",
    "@aws-sdk/client-eventbridge",
    "@aws-sdk/client-kinesis",
  ],
  checked: {
    "@aws-sdk/client-sqs": "3.1175.0",
    "@aws-sdk/client-sns": "3.1169.0",
    "@aws-sdk/client-sfn": "3.1164.0",
    "@aws-sdk/client-dynamodb": "3.1169.0",
    "@aws-sdk/client-ssm": "3.1169.0",
    "@aws-sdk/client-ecs": "3.1164.0",
    "@aws-sdk/client-lambda": "3.1164.0",
    "@aws-sdk/client-sesv2": "3.1176.0",
    "@aws-sdk/client-ses": "3.1169.0",
    "@aws-sdk/lib-dynamodb": "3.1169.0",
    "@aws-sdk/client-s3": "3.1175.0",
    "@aws-sdk/client-ec2": "3.1169.0",
    "@aws-sdk/client-cloudformation": "3.1169.0",
    "@aws-sdk/client-eventbridge": "3.1169.0",
    "@aws-sdk/client-kinesis": "3.1143.0",
  },
  same: {
    PutCommand: "PutItemCommand",
    DeleteCommand: "DeleteItemCommand",
    UpdateCommand: "UpdateItemCommand",
    TransactWriteCommand: "TransactWriteItemsCommand",
  },
  rows: [
    {
      kind: "sends",
      at: [
        "*Client#.send",
        "SQS#.send",
        "SNS#.send",
        "SFN#.send",
        "DynamoDB#.send",
        "SSM#.send",
        "ECS#.send",
        "Lambda#.send",
        "SESv2#.send",
      ],
      command: "0",
      source: sqs,
    },
    {
      kind: "returns",
      at: "DynamoDBDocumentClient.from",
      type: "DynamoDBDocumentClient#",
      source: readIn("@aws-sdk/lib-dynamodb@3.1169.0")("dist-types/DynamoDBDocumentClient.d.ts:97"),
    },
    {
      kind: "effect",
      at: ["SendMessageCommand#", "SendMessageBatchCommand#"],
      verb: "send",
      key: ["new.0.MessageDeduplicationId"],
      topic: "new.0.QueueUrl",
      source: sqs,
      note: "Only FIFO queues take a deduplication id.",
    },
    {
      kind: "effect",
      at: "PublishCommand#",
      verb: "send",
      key: ["new.0.MessageDeduplicationId"],
      topic: "new.0.TopicArn",
      source: sns,
    },
    { kind: "effect", at: "PublishBatchCommand#", verb: "send", source: sns },
    { kind: "effect", at: "StartExecutionCommand#", verb: "run", key: ["new.0.name"], source: sfn },
    {
      kind: "effect",
      at: "RedriveExecutionCommand#",
      verb: "run",
      key: ["new.0.clientToken"],
      source: sfn,
      note: "A token the SDK makes itself protects its own retries only.",
    },
    { kind: "effect", at: "PutItemCommand#", verb: "write", idempotent: true, source: dynamodb },
    {
      kind: "effect",
      at: "UpdateItemCommand#",
      verb: "write",
      source: dynamodb,
      note: "An `ADD` or a counter in the expression moves again with every call.",
    },
    {
      kind: "effect",
      at: "TransactWriteItemsCommand#",
      verb: "write",
      key: ["new.0.ClientRequestToken"],
      source: dynamodb,
    },
    {
      kind: "effect",
      at: ["DeleteItemCommand#", "DeleteTableCommand#"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source: dynamodb,
    },
    { kind: "effect", at: "StartAutomationExecutionCommand#", verb: "run", key: ["new.0.ClientToken"], source: ssm },
    { kind: "effect", at: "SendCommandCommand#", verb: "run", destructive: true, source: ssm },
    {
      kind: "effect",
      at: ["RunTaskCommand#", "CreateServiceCommand#"],
      verb: "deploy",
      key: ["new.0.clientToken"],
      source: ecs,
    },
    {
      kind: "effect",
      at: ["UpdateServiceCommand#", "StopTaskCommand#"],
      verb: "deploy",
      idempotent: true,
      source: ecs,
    },
    {
      kind: "effect",
      at: "InvokeCommand#",
      verb: "run",
      source: lambda,
      note: "What the function does is not known here.",
    },
    {
      kind: "effect",
      at: ["SendEmailCommand#", "SendBulkEmailCommand#"],
      verb: "send",
      destructive: true,
      source: ses,
    },
    other(["PutObjectCommand#", "CopyObjectCommand#"], "write", "@aws-sdk/client-s3@3.1175.0", { idempotent: true }),
    other(
      ["DeleteObjectCommand#", "DeleteObjectsCommand#", "DeleteBucketCommand#"],
      "delete",
      "@aws-sdk/client-s3@3.1175.0",
      { idempotent: true, destructive: true },
    ),
    other("RunInstancesCommand#", "deploy", "@aws-sdk/client-ec2@3.1169.0", { key: ["new.0.ClientToken"] }),
    other("TerminateInstancesCommand#", "delete", "@aws-sdk/client-ec2@3.1169.0", {
      idempotent: true,
      destructive: true,
    }),
    other("CreateStackCommand#", "deploy", "@aws-sdk/client-cloudformation@3.1169.0", {
      key: ["new.0.ClientRequestToken"],
    }),
    other("DeleteStackCommand#", "delete", "@aws-sdk/client-cloudformation@3.1169.0", {
      idempotent: true,
      destructive: true,
    }),
    other("PutEventsCommand#", "send", "@aws-sdk/client-eventbridge@3.1169.0"),
    other(["PutRecordCommand#", "PutRecordsCommand#"], "send", "@aws-sdk/client-kinesis@3.1143.0"),
    { kind: "items-from-outside", at: "ReceiveMessageCommand#", source: sqs },
  ],
};
