export {
  createTableSql,
  type SqlDialect,
  type SqlPort,
  sqlStore,
  type SqlStore,
  type SqlStoreOptions,
} from "./sql-store.js";
